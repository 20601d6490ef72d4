import { matchesPattern } from './use-pattern.js';
import { parsePattern, WorkBudget, type Pattern } from './pattern.js';

/** An object of a schema, or of a value: whatever is in it was written by others. */
export type Part = Readonly<Record<string, unknown>>;

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of its own, never one of the prototype. */
export function own(part: Part, name: string): unknown {
  return Object.hasOwn(part, name) ? part[name] : undefined;
}

/** A copy with this member, in its old place if it had one; `__proto__` is a name like any other. */
export function withMember(part: Part, name: string, value: unknown): Part {
  const entries = Object.entries(part);
  if (!Object.hasOwn(part, name)) return Object.fromEntries([...entries, [name, value]]);
  return Object.fromEntries(entries.map(([each, old]) => [each, each === name ? value : old]));
}

export function withoutMember(part: Part, name: string): Part {
  return Object.fromEntries(Object.entries(part).filter(([each]) => each !== name));
}

/** All of these schemas as one. */
export function allOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { allOf: schemas };
}

/** Whether two values of JSON are equal; it goes no deeper than the first is. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => sameJson(x, b[i]));
  }
  if (!isPart(a) || !isPart(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(own(a, name), own(b, name)))
  );
}
const DEPTH = 16;
const SIZE = 1000;

/** Whether a value that a schema suggests is small enough, and survives JSON, to be sent as it is. */
export function isSendable(value: unknown): boolean {
  let left = SIZE;
  const small = (each: unknown, depth: number): boolean => {
    left -= typeof each === 'string' ? 1 + each.length / 10 : 1;
    if (left < 0 || depth > DEPTH) return false;
    if (typeof each === 'number') return Number.isFinite(each);
    if (typeof each !== 'object' || each === null) return each !== undefined;
    return Object.values(each).every((inner) => small(inner, depth + 1));
  };
  return small(value, 0);
}

/** What is known of a value and a schema. `unsure` is an answer: nothing may be built on it. */
export type Judged = 'valid' | 'invalid' | 'unsure';

export function judgedBy(holds: boolean | undefined): Judged {
  return holds === undefined ? 'unsure' : holds ? 'valid' : 'invalid';
}

/** All of them hold. */
export function every(judged: Iterable<Judged>): Judged {
  let sum: Judged = 'valid';
  for (const each of judged) {
    if (each === 'invalid') return 'invalid';
    if (each === 'unsure') sum = 'unsure';
  }
  return sum;
}

export function negated(judged: Judged): Judged {
  return judged === 'unsure' ? 'unsure' : judgedBy(judged === 'invalid');
}

/** At least and at most so many of them hold. */
export function count(judged: Iterable<Judged>, least: number, most: number): Judged {
  let surely = 0;
  let perhaps = 0;
  for (const each of judged) {
    if (each !== 'invalid') perhaps += 1;
    if (each === 'valid') surely += 1;
  }
  if (perhaps < least || surely > most) return 'invalid';
  return judgedBy((surely >= least && perhaps <= most) || undefined);
}

const OLD = /draft-0[3-7]/;

/** The whole schema around every part of it, and the work that is left for it. */
export class SchemaScope {
  readonly root: unknown;
  readonly work: WorkBudget;
  /** It says that it is of a draft in which `prefixItems` and the like mean nothing. */
  readonly old: boolean;
  readonly #patterns = new Map<string, Pattern | undefined>();

  constructor(root: unknown, steps: number) {
    this.root = root;
    this.work = new WorkBudget(steps);
    const dialect = isPart(root) ? own(root, '$schema') : undefined;
    this.old = typeof dialect === 'string' && OLD.test(dialect);
  }

  pattern(source: string): Pattern | undefined {
    if (!this.#patterns.has(source)) this.#patterns.set(source, parsePattern(source));
    return this.#patterns.get(source);
  }

  matches(source: string, text: string): boolean | undefined {
    const pattern = this.work.spend(1) ? this.pattern(source) : undefined;
    return pattern && matchesPattern(pattern, text, this.work);
  }

  /** What `#/$defs/Filter` points to; undefined for nothing, and for what is not in this schema. */
  resolve(reference: unknown): unknown {
    if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
    let found: unknown = this.root;
    for (const name of namesOf(reference)) {
      if (Array.isArray(found)) found = found[Number(name)];
      else found = isPart(found) ? own(found, name) : undefined;
      if (isPart(found) && hasOwnBase(found)) return undefined;
    }
    return isPart(found) || typeof found === 'boolean' ? found : undefined;
  }
}

/** Whether references in it may lead elsewhere than from the root. */
export function hasOwnBase(part: Part): boolean {
  return typeof own(part, '$id') === 'string';
}

function namesOf(reference: string): readonly string[] {
  try {
    return decodeURIComponent(reference)
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return ['', '']; // a broken escape points to nothing
  }
}

/** The place of a keyword. */
export interface KeywordPlace {
  /** The keywords beside it. */
  readonly part: Part;
  readonly scope: SchemaScope;
  judge(value: unknown, schema: unknown): Judged;
}

/** What one keyword says of a value: of a value that it is not about, `valid`; where it is malformed, `unsure`. */
export type KeywordRule = (operand: never, value: never, place: KeywordPlace) => Judged;

/** A rule that is asked only about values of its kind, and only with an operand that makes sense. */
export function rule<Operand, Value>(
  isOperand: (operand: unknown) => operand is Operand,
  isValue: (value: unknown) => value is Value,
  says: (operand: Operand, value: Value, place: KeywordPlace) => Judged,
): KeywordRule {
  return (operand: unknown, value: unknown, place: KeywordPlace) => {
    if (!isOperand(operand)) return 'unsure';
    return isValue(value) ? says(operand, value, place) : 'valid';
  };
}

export function isAnything(_value: unknown): _value is unknown {
  return true;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every(isText);
}
