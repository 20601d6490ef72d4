import { surelyHasFormat } from '../formats.js';
import { isPart, own } from '../part.js';
import { sameJson } from '../same-json.js';
import { judgedBy } from './judged.js';
import type { Judged } from './judged.js';
import { isAnything, isCount, isList, isNumber, isText, rule } from './rule.js';
import type { Rule } from './rule.js';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isPart,
  array: isList,
  null: (value) => value === null,
};

/** The names of types in `type`; undefined where it is malformed. */
export function typesIn(operand: unknown): readonly string[] | undefined {
  const names: readonly unknown[] = isList(operand) ? operand : [operand];
  const known = names.every((name) => isText(name) && Object.hasOwn(TYPES, name));
  return known ? (names as readonly string[]) : undefined;
}

/** Keywords about values of any kind, texts and numbers. */
export const RULES_OF_VALUES: Readonly<Record<string, Rule>> = {
  type: rule(isAnything, isAnything, (operand, value, { part }) => {
    const types = typesIn(operand);
    if (types === undefined) return 'unsure';
    if (types.some((name) => TYPES[name]!(value))) return 'valid';
    // A word of OpenAPI that many validators heed.
    return value === null && own(part, 'nullable') === true ? 'unsure' : 'invalid';
  }),
  const: rule(isAnything, isAnything, (operand, value) => judgedBy(sameJson(value, operand))),
  enum: rule(isList, isAnything, (operand, value, { scope }) =>
    scope.work.spend(operand.length)
      ? judgedBy(operand.some((each) => sameJson(value, each)))
      : 'unsure',
  ),
  minLength: rule(isCount, isText, (operand, value) =>
    byLength(value, (length) => length >= operand),
  ),
  maxLength: rule(isCount, isText, (operand, value) =>
    byLength(value, (length) => length <= operand),
  ),
  pattern: rule(isText, isText, (operand, value, { scope }) =>
    judgedBy(scope.matches(operand, value)),
  ),
  format: rule(isText, isText, (operand, value) =>
    // Many validators do not heed formats, and none heeds them all: nothing is invalid by one.
    judgedBy(surelyHasFormat(value, operand) || undefined),
  ),
  minimum: rule(isNumber, isNumber, (operand, value) => judgedBy(value >= operand)),
  maximum: rule(isNumber, isNumber, (operand, value) => judgedBy(value <= operand)),
  exclusiveMinimum: rule(isNumber, isNumber, (operand, value) => judgedBy(value > operand)),
  exclusiveMaximum: rule(isNumber, isNumber, (operand, value) => judgedBy(value < operand)),
  multipleOf: rule(isNumber, isNumber, byMultiple),
};

/** Some count code points, some the units of UTF-16. */
function byLength(text: string, fits: (length: number) => boolean): Judged {
  const units = fits(text.length);
  return judgedBy(units === fits([...text].length) ? units : undefined);
}

function byMultiple(of: number, value: number): Judged {
  const times = value / of;
  if (!(of > 0) || Math.abs(times) > 2 ** 31) return 'unsure';
  if (Number.isInteger(times)) return 'valid';
  return judgedBy(Math.abs(times - Math.round(times)) < 1e-6 ? undefined : false);
}
