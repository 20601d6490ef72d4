import { matchesPattern } from './match-pattern.js';
import { isPart, own, WorkBudget, type Part } from './part.js';
import { parsePattern, type Pattern } from './pattern.js';

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
