import { surelyHasFormat } from './formats.js';
import {
  isPart,
  own,
  sameJson,
  type Part,
  count,
  every,
  hasOwnBase,
  isAnything,
  isCount,
  isFlag,
  isList,
  isNumber,
  isText,
  isTexts,
  judgedBy,
  negated,
  rule,
  type Judged,
  type KeywordPlace,
  type KeywordRule,
  type SchemaScope,
} from './scope.js';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isPart,
  array: isList,
  null: (value) => value === null,
};

/** The names of types in `type`; undefined if it is malformed. */
export function typesIn(operand: unknown): readonly string[] | undefined {
  const names: readonly unknown[] = isList(operand) ? operand : [operand];
  const known = names.every((name) => isText(name) && Object.hasOwn(TYPES, name));
  return known ? (names as readonly string[]) : undefined;
}

/** Keywords about values of any kind, texts and numbers. */
const RULES_OF_VALUES: Readonly<Record<string, KeywordRule>> = {
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

/** Keywords about lists. */
const RULES_OF_LISTS: Readonly<Record<string, KeywordRule>> = {
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

/** Keywords about objects. */
const RULES_OF_OBJECTS: Readonly<Record<string, KeywordRule>> = {
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
function byDependencies(operand: Part, value: Part, { judge }: KeywordPlace): Judged {
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
function isNamed(name: string, { part, scope }: KeywordPlace): boolean | undefined {
  const named = own(part, 'properties');
  if (isPart(named) && Object.hasOwn(named, name)) return true;
  const patterns = own(part, 'patternProperties');
  if (!isPart(patterns)) return patterns === undefined ? false : undefined;
  const matches = Object.keys(patterns).map((pattern) => scope.matches(pattern, name));
  return matches.includes(true) || (matches.includes(undefined) ? undefined : false);
}

/** Keywords that put schemas together. */
const RULES_OF_LOGIC: Readonly<Record<string, KeywordRule>> = {
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

const DEPTH = 48;
const RULES: ReadonlyMap<string, KeywordRule> = new Map(
  Object.entries({
    ...RULES_OF_VALUES,
    ...RULES_OF_LISTS,
    ...RULES_OF_OBJECTS,
    ...RULES_OF_LOGIC,
  }),
);

/** What is sure about a value: bounded, and it never throws, whatever the schema. */
export function judge(
  value: unknown,
  schema: unknown,
  scope: SchemaScope,
  without: ReadonlySet<string> = new Set(),
): Judged {
  const at = (each: unknown, part: unknown, depth: number): Judged => {
    if (!scope.work.spend(1) || depth > DEPTH) return 'unsure';
    if (typeof part === 'boolean') return judgedBy(part);
    if (!isPart(part) || (part !== scope.root && hasOwnBase(part))) return 'unsure';
    const keywords = byKeywords(each, part, depth);
    if (!Object.hasOwn(part, '$ref')) return keywords;
    const target = scope.resolve(part['$ref']);
    if (target === undefined) return 'unsure';
    // Older drafts ignore the keywords beside a reference.
    return every([at(each, target, depth + 1), keywords === 'valid' ? 'valid' : 'unsure']);
  };
  const byKeywords = (each: unknown, part: Part, depth: number): Judged => {
    const place = {
      part,
      scope,
      judge: (inner: unknown, schema: unknown) => at(inner, schema, depth + 1),
    };
    const names = Object.keys(part).filter((name) => RULES.has(name) && !without.has(name));
    if (!scope.work.spend(Object.keys(part).length)) return 'unsure';
    return every(names.map((name) => RULES.get(name)!(part[name] as never, each as never, place)));
  };
  return at(value, schema, 0);
}
