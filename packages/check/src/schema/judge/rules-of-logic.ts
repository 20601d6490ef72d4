import { own } from '../part.js';
import { count, every, negated } from './judged.js';
import { isAnything, isList, rule } from './rule.js';
import type { Rule } from './rule.js';

/** Keywords that put schemas together. */
export const RULES_OF_LOGIC: Readonly<Record<string, Rule>> = {
  allOf: rule(isList, isAnything, (operand, value, { judge }) =>
    every(operand.map((schema) => judge(value, schema))),
  ),
  anyOf: rule(isList, isAnything, (operand, value, { judge }) =>
    count(
      operand.map((schema) => judge(value, schema)),
      1,
      Infinity,
    ),
  ),
  oneOf: rule(isList, isAnything, (operand, value, { judge }) =>
    count(
      operand.map((schema) => judge(value, schema)),
      1,
      1,
    ),
  ),
  not: rule(isAnything, isAnything, (operand, value, { judge }) => negated(judge(value, operand))),
  if: rule(isAnything, isAnything, (operand, value, { part, judge }) => {
    const judged = judge(value, operand);
    const sides = [own(part, 'then') ?? true, own(part, 'else') ?? true];
    const [met, unmet] = sides.map((schema) => judge(value, schema));
    if (judged === 'unsure') return met === unmet ? met! : 'unsure';
    return judged === 'valid' ? met! : unmet!;
  }),
  // Where they lead depends on who asks.
  $dynamicRef: () => 'unsure',
  $recursiveRef: () => 'unsure',
};
