import { typesIn } from './judge.js';
import {
  isPart,
  own,
  type Part,
  isCount,
  isList,
  isNumber,
  isText,
  isTexts,
  type SchemaScope,
} from './scope.js';

/** Schemas without references, choices and sums, all of which must hold. */
export type SchemaView = readonly Part[];

const OPTIONS = 64;
const PARTS = 48;

/** The ways to read a schema: one for each choice that it leaves, the first branches first. */
export function* viewsOf(schema: unknown, scope: SchemaScope): Generator<SchemaView> {
  yield* viewsOfAll([schema], scope, []);
}

function* viewsOfAll(
  schemas: readonly unknown[],
  scope: SchemaScope,
  found: SchemaView,
): Generator<SchemaView> {
  if (!scope.work.spend(1 + schemas.length) || found.length > PARTS) return;
  const [schema, ...rest] = schemas;
  if (schemas.length === 0) yield found;
  else if (schema === true) yield* viewsOfAll(rest, scope, found);
  else if (isPart(schema)) {
    for (const more of optionsOf(schema, scope)) {
      yield* viewsOfAll([...more, ...rest], scope, [...found, schema]);
    }
  }
}

/** What must hold besides the part itself, for each choice. */
function optionsOf(part: Part, scope: SchemaScope): readonly (readonly unknown[])[] {
  let options: readonly (readonly unknown[])[] = [[]];
  const each = (choices: readonly (readonly unknown[])[]): void => {
    options = options
      .flatMap((option) => choices.slice(0, OPTIONS).map((choice) => [...option, ...choice]))
      .slice(0, OPTIONS);
  };
  if (Object.hasOwn(part, '$ref')) each([[scope.resolve(part['$ref'])]]);
  const sum = own(part, 'allOf');
  if (Array.isArray(sum)) each([sum.slice(0, PARTS)]);
  for (const word of ['oneOf', 'anyOf']) {
    const choices = own(part, word);
    if (Array.isArray(choices)) each(choices.slice(0, OPTIONS).map((choice) => [choice]));
  }
  if (Object.hasOwn(part, 'if')) {
    each([[part['if'], own(part, 'then') ?? true], [own(part, 'else') ?? true]]);
  }
  return options;
}

const MANY = 200;

/** The operands of a keyword in all parts. */
export function operandsOf(view: SchemaView, keyword: string): readonly unknown[] {
  return view.filter((part) => Object.hasOwn(part, keyword)).map((part) => part[keyword]);
}

export function numbersOf(view: SchemaView, keyword: string): readonly number[] {
  return operandsOf(view, keyword).filter(isNumber);
}

export function textsOf(view: SchemaView, keyword: string): readonly string[] {
  return operandsOf(view, keyword).filter(isText);
}

/** The greatest of the lower bounds, 0 without one. */
export function leastOf(view: SchemaView, keyword: string): number {
  return Math.max(0, ...operandsOf(view, keyword).filter(isCount));
}

/** The least of the upper bounds. */
export function mostOf(view: SchemaView, keyword: string): number {
  return Math.min(Infinity, ...operandsOf(view, keyword).filter(isCount));
}

/** The types that are allowed by all parts; undefined if none speaks of types. */
export function typesOf(view: SchemaView): readonly string[] | undefined {
  const lists = operandsOf(view, 'type').map((operand) => typesIn(operand) ?? []);
  if (lists.length === 0) return undefined;
  const fits = (type: string, list: readonly string[]): boolean =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set(lists.flat())].filter((type) => lists.every((list) => fits(type, list)));
}

/** The only values that are allowed, as far as that is said. */
export function allowedOf(view: SchemaView): readonly unknown[] {
  return [
    ...operandsOf(view, 'const'),
    ...operandsOf(view, 'enum').flatMap((each) => (isList(each) ? each.slice(0, MANY) : [])),
  ];
}

/** Values that its author thinks of, except those that name a real place: a check must not go there. */
export function suggestedOf(view: SchemaView): readonly unknown[] {
  return [
    ...operandsOf(view, 'default'),
    ...operandsOf(view, 'examples').flatMap((each) => (isList(each) ? each.slice(0, MANY) : [])),
  ].filter((each) => typeof each !== 'string' || !/:\/\/|^(?:[/~]|[a-z]:\\)|^www\./i.test(each));
}

export function requiredOf(view: SchemaView): readonly string[] {
  const names = operandsOf(view, 'required').flatMap((each) => (isTexts(each) ? each : []));
  return [...new Set(names)];
}

/** The names of the members that are described, in their order. */
export function membersOfView(view: SchemaView, scope: SchemaScope): readonly string[] {
  const names = operandsOf(view, 'properties').flatMap((each) =>
    isPart(each) ? Object.keys(each) : [],
  );
  return scope.work.spend(names.length) ? [...new Set(names)] : [];
}

/** All schemas that a member of this name must fit. */
export function schemasOfMember(
  view: SchemaView,
  name: string,
  scope: SchemaScope,
): readonly unknown[] {
  return view.flatMap((part) => {
    const named = own(part, 'properties');
    const found: unknown[] = isPart(named) && Object.hasOwn(named, name) ? [named[name]] : [];
    const patterns = own(part, 'patternProperties');
    const entries = isPart(patterns) ? Object.entries(patterns) : [];
    if (!scope.work.spend(entries.length)) return [false];
    for (const [pattern, schema] of entries) {
      if (scope.matches(pattern, name) !== false) found.push(schema);
    }
    const others = own(part, 'additionalProperties');
    return found.length > 0 || others === undefined ? found : [others];
  });
}

/** All schemas that the item at this place must fit. */
export function schemasOfItem(view: SchemaView, at: number): readonly unknown[] {
  return view.flatMap((part) => {
    const items = own(part, 'items');
    const before = isList(items) ? items : own(part, 'prefixItems');
    const others = isList(items) ? own(part, 'additionalItems') : items;
    const own_ = isList(before) && at < before.length ? before[at] : others;
    return own_ === undefined ? [] : [own_];
  });
}
