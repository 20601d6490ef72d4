import { isPart, own } from '../part.js';
import type { Part } from '../part.js';
import { every, judgedBy } from './judged.js';
import type { Judged } from './judged.js';
import { isAnything, isCount, isTexts, rule } from './rule.js';
import type { Place, Rule } from './rule.js';

/** Keywords about objects. */
export const RULES_OF_OBJECTS: Readonly<Record<string, Rule>> = {
  properties: rule(isPart, isPart, (operand, value, { judge }) =>
    every(
      Object.entries(value)
        .filter(([name]) => Object.hasOwn(operand, name))
        .map(([name, each]) => judge(each, operand[name])),
    ),
  ),
  patternProperties: rule(isPart, isPart, (operand, value, { judge, scope }) => {
    const patterns = Object.entries(operand);
    if (!scope.work.spend(patterns.length)) return 'unsure';
    return every(
      patterns.flatMap(([pattern, schema]) =>
        Object.entries(value).map(([name, each]) => {
          const matches = scope.matches(pattern, name);
          if (matches === false) return 'valid';
          const judged = judge(each, schema);
          return judged === 'valid' || matches ? judged : 'unsure';
        }),
      ),
    );
  }),
  additionalProperties: rule(isAnything, isPart, (operand, value, place) =>
    every(
      Object.entries(value).map(([name, each]) => {
        const known = isNamed(name, place);
        if (known === true) return 'valid';
        const judged = place.judge(each, operand);
        return judged === 'valid' || known === false ? judged : 'unsure';
      }),
    ),
  ),
  required: rule(isTexts, isPart, (operand, value, { scope }) =>
    scope.work.spend(operand.length)
      ? judgedBy(operand.every((name) => Object.hasOwn(value, name)))
      : 'unsure',
  ),
  minProperties: rule(isCount, isPart, (operand, value) =>
    judgedBy(Object.keys(value).length >= operand),
  ),
  maxProperties: rule(isCount, isPart, (operand, value) =>
    judgedBy(Object.keys(value).length <= operand),
  ),
  propertyNames: rule(isAnything, isPart, (operand, value, { judge }) =>
    every(Object.keys(value).map((name) => judge(name, operand))),
  ),
  dependentRequired: rule(isPart, isPart, byDependencies),
  dependentSchemas: rule(isPart, isPart, byDependencies),
  dependencies: rule(isPart, isPart, byDependencies),
  // What other keywords have looked at is not followed here, but for the simplest of them.
  unevaluatedProperties: rule(isAnything, isPart, (operand, value, { part }) => {
    const named = own(part, 'properties');
    const all = isPart(named) && Object.keys(value).every((name) => Object.hasOwn(named, name));
    return judgedBy(operand === true || all || undefined);
  }),
};

/** Not every draft knows each of the three words, so that a broken one proves nothing. */
function byDependencies(operand: Part, value: Part, { judge }: Place): Judged {
  const judged = every(
    Object.keys(value)
      .filter((name) => Object.hasOwn(operand, name))
      .map((name) => {
        const wanted = operand[name];
        return judge(value, isTexts(wanted) ? { required: wanted } : wanted);
      }),
  );
  return judged === 'valid' ? 'valid' : 'unsure';
}

/** Whether `properties` or `patternProperties` beside it have the name. */
function isNamed(name: string, { part, scope }: Place): boolean | undefined {
  const named = own(part, 'properties');
  if (isPart(named) && Object.hasOwn(named, name)) return true;
  const patterns = own(part, 'patternProperties');
  if (!isPart(patterns)) return patterns === undefined ? false : undefined;
  const matches = Object.keys(patterns).map((pattern) => scope.matches(pattern, name));
  return matches.includes(true) || (matches.includes(undefined) ? undefined : false);
}
