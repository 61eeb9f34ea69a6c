/**
 * The page of an address that leads to nothing: which kind of nothing, the address says.
 */

import { showMissing } from "./missing.js";
import { applyTheme } from "./setting.js";
import { loadWords } from "./words.js";

const [, first] = location.pathname.split("/");

applyTheme();
void loadWords().then((say) =>
  showMissing(first === "tables" ? "table" : ["hands", "shared"].includes(first) ? "hand" : "address", say),
);
