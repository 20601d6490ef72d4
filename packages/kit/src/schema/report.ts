import type { Issue } from './validator.js';

/** The maximum number of reported issues. */
export const MAX_ISSUES = 10;

/** What kind of mistake an issue is: a value of another type, none of those that are listed, or any other. */
type Kind = 'type' | 'choice' | 'rule';

const WEIGHTS: Readonly<Record<Kind, number>> = { type: 10, choice: 100, rule: 1 };
const OTHER_TYPE = 10_000;

/** What is wrong with a value, and how far it is from the form that it was held against. */
export class IssueReport {
  readonly issues: Issue[] = [];
  /** Small where a little is missing; large where another form must have been meant. */
  distance = 0;
  readonly #root: string;

  /** @param root where the value is that the form is of */
  constructor(root: string) {
    this.#root = root;
  }

  get full(): boolean {
    return this.issues.length >= MAX_ISSUES;
  }

  add(path: string, message: string, kind: Kind): void {
    this.distance += kind === 'type' && path === this.#root ? OTHER_TYPE : WEIGHTS[kind];
    if (!this.full) this.issues.push({ path, message });
  }

  /** Adds the issues of another report under a path. */
  absorb(path: string, issues: readonly Issue[], distance: number): void {
    this.distance += path === this.#root ? distance : Math.min(distance, WEIGHTS.choice);
    this.issues.push(...issues.slice(0, MAX_ISSUES - this.issues.length));
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const MAX_NAME = 64;

/** The path of a member: `a.b`, or `a["b c"]` where the name is not a plain one. */
export function memberPath(path: string, name: string): string {
  const short = clip(name, MAX_NAME);
  if (!IDENTIFIER.test(short)) return `${path}[${JSON.stringify(short)}]`;
  return path === '' ? short : `${path}.${short}`;
}

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g;

/** The keys of a path: `a.b[0]["c d"]` has four. */
export function pathKeys(path: string): (string | number)[] {
  return [...path.matchAll(STEP)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? (JSON.parse(quoted!) as string)) : Number(index),
  );
}

/** The path of an item: `a[0]`. */
export function itemPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** The beginning of a long text; never half a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
