/**
 * The plural form for a number, by the rules in a locale file's `plural`. `standpat.language.plural` does the same in
 * Python.
 */

const RELATION = /^[ni](?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/** Whether a plural rule holds for a number. @param {number[] | string} rule @param {number} number */
export function holds(rule, number) {
  if (typeof rule !== "string") return rule.includes(number);
  return rule.split(" or ").some((part) => part.split(" and ").every((relation) => related(relation, number)));
}

/** @param {string} relation @param {number} number */
function related(relation, number) {
  const parts = RELATION.exec(relation);
  if (!parts) throw new Error(`${relation} is no relation of a plural rule`);
  const [, modulus, sign, ranges] = parts;
  const value = modulus ? Math.abs(number) % Number(modulus) : Math.abs(number);
  const within = ranges.split(",").some((one) => {
    const [low, high = low] = one.split("..").map(Number);
    return low <= value && value <= high;
  });
  return within === (sign === "=");
}
