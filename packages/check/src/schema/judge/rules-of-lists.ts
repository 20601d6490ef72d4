import { own } from '../part.js';
import { sameJson } from '../same-json.js';
import { count, every, judgedBy } from './judged.js';
import { isAnything, isCount, isFlag, isList, rule } from './rule.js';
import type { Rule } from './rule.js';

/** Keywords about lists. */
export const RULES_OF_LISTS: Readonly<Record<string, Rule>> = {
  minItems: rule(isCount, isList, (operand, value) => judgedBy(value.length >= operand)),
  maxItems: rule(isCount, isList, (operand, value) => judgedBy(value.length <= operand)),
  uniqueItems: rule(isFlag, isList, (operand, value, { scope }) => {
    if (!operand) return 'valid';
    if (!scope.work.spend(value.length ** 2)) return 'unsure';
    return judgedBy(
      value.every((each, at) => !value.slice(0, at).some((other) => sameJson(each, other))),
    );
  }),
  items: rule(isAnything, isList, (operand, value, place) => {
    // A list of schemas is what older drafts say for `prefixItems`.
    if (isList(operand)) {
      return every(
        value.slice(0, operand.length).map((each, at) => place.judge(each, operand[at])),
      );
    }
    const before = place.scope.old ? undefined : own(place.part, 'prefixItems');
    const from = isList(before) ? before.length : 0;
    return every(value.slice(from).map((each) => place.judge(each, operand)));
  }),
  prefixItems: rule(isList, isList, (operand, value, { scope, judge }) =>
    scope.old
      ? 'valid'
      : every(value.slice(0, operand.length).map((each, at) => judge(each, operand[at]))),
  ),
  additionalItems: rule(isAnything, isList, (operand, value, { part, judge }) => {
    const items = own(part, 'items');
    if (!isList(items)) return 'valid';
    return every(value.slice(items.length).map((each) => judge(each, operand)));
  }),
  contains: rule(isAnything, isList, (operand, value, { part, judge, scope }) => {
    const least = scope.old ? undefined : own(part, 'minContains');
    const most = scope.old ? undefined : own(part, 'maxContains');
    return count(
      value.map((each) => judge(each, operand)),
      isCount(least) ? least : 1,
      isCount(most) ? most : Infinity,
    );
  }),
  // What other keywords have looked at is not followed here.
  unevaluatedItems: rule(isAnything, isList, (operand, value) =>
    judgedBy(operand === true || value.length === 0 || undefined),
  ),
};
