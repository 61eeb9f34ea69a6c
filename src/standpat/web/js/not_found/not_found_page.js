/**
 * The page for an address that leads to nothing. The address says what kind of thing was asked for.
 */

import { showMissing } from "../common/not_found.js";
import { applyTheme } from "../common/settings.js";
import { loadLocale } from "../common/i18n.js";

const [, first] = location.pathname.split("/");

applyTheme();
void loadLocale().then((say) =>
  showMissing(first === "tables" ? "table" : ["hands", "shared"].includes(first) ? "hand" : "address", say),
);
