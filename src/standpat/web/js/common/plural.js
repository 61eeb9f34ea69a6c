/**
 * Which form of a text a number takes: the rules of a locale file's `plural`, as `standpat.language.plural` has them.
 */

const RELATION = /^[ni](?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/** Does a number take the form of this rule? @param {number[] | string} rule @param {number} number */
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
