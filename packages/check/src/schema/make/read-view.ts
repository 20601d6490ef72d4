import { isCount, isList, isNumber, isText, isTexts } from '../judge/rule.js';
import { typesIn } from '../judge/rules-of-values.js';
import type { Scope } from '../judge/scope.js';
import { isPart, own } from '../part.js';
import type { View } from './views.js';

const MANY = 200;

/** The operands of a keyword in all parts. */
export function operandsOf(view: View, keyword: string): readonly unknown[] {
  return view.filter((part) => Object.hasOwn(part, keyword)).map((part) => part[keyword]);
}

export function numbersOf(view: View, keyword: string): readonly number[] {
  return operandsOf(view, keyword).filter(isNumber);
}

export function textsOf(view: View, keyword: string): readonly string[] {
  return operandsOf(view, keyword).filter(isText);
}

/** The greatest of the lower bounds, 0 without one. */
export function leastOf(view: View, keyword: string): number {
  return Math.max(0, ...operandsOf(view, keyword).filter(isCount));
}

/** The least of the upper bounds. */
export function mostOf(view: View, keyword: string): number {
  return Math.min(Infinity, ...operandsOf(view, keyword).filter(isCount));
}

/** The types that are allowed by all parts; undefined where none speaks of types. */
export function typesOf(view: View): readonly string[] | undefined {
  const lists = operandsOf(view, 'type').map((operand) => typesIn(operand) ?? []);
  if (lists.length === 0) return undefined;
  const fits = (type: string, list: readonly string[]): boolean =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set(lists.flat())].filter((type) => lists.every((list) => fits(type, list)));
}

/** The only values that are allowed, as far as that is said. */
export function allowedOf(view: View): readonly unknown[] {
  return [
    ...operandsOf(view, 'const'),
    ...operandsOf(view, 'enum').flatMap((each) => (isList(each) ? each.slice(0, MANY) : [])),
  ];
}

/** Values that its author thinks of, but for those that name a real place: nobody asked us to go there. */
export function suggestedOf(view: View): readonly unknown[] {
  return [
    ...operandsOf(view, 'default'),
    ...operandsOf(view, 'examples').flatMap((each) => (isList(each) ? each.slice(0, MANY) : [])),
  ].filter((each) => typeof each !== 'string' || !/:\/\/|^(?:[/~]|[a-z]:\\)|^www\./i.test(each));
}

export function requiredOf(view: View): readonly string[] {
  const names = operandsOf(view, 'required').flatMap((each) => (isTexts(each) ? each : []));
  return [...new Set(names)];
}

/** The names of the members that are described, in their order. */
export function membersOfView(view: View, scope: Scope): readonly string[] {
  const names = operandsOf(view, 'properties').flatMap((each) =>
    isPart(each) ? Object.keys(each) : [],
  );
  return scope.work.spend(names.length) ? [...new Set(names)] : [];
}

/** All schemas that a member of this name must fit. */
export function schemasOfMember(view: View, name: string, scope: Scope): readonly unknown[] {
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
export function schemasOfItem(view: View, at: number): readonly unknown[] {
  return view.flatMap((part) => {
    const items = own(part, 'items');
    const before = isList(items) ? items : own(part, 'prefixItems');
    const others = isList(items) ? own(part, 'additionalItems') : items;
    const own_ = isList(before) && at < before.length ? before[at] : others;
    return own_ === undefined ? [] : [own_];
  });
}
