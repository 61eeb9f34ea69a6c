/**
 * The page of an address that leads to nothing: which kind of nothing, the address says.
 */

import { showMissing } from "../common/not_found.js";
import { applyTheme } from "../common/settings.js";
import { loadWords } from "../common/i18n.js";

const [, first] = location.pathname.split("/");

applyTheme();
void loadWords().then((say) =>
  showMissing(first === "tables" ? "table" : ["hands", "shared"].includes(first) ? "hand" : "address", say),
);
