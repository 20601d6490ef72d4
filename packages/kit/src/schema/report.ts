import type { Issue } from './validator.js';

/** More are not told: who made that many mistakes begins with the first. */
export const MAX_ISSUES = 10;

/** What kind of mistake an issue is: a value of another type, none of those that are listed, or any other. */
export type Kind = 'type' | 'choice' | 'rule';

const WEIGHTS: Readonly<Record<Kind, number>> = { type: 10, choice: 100, rule: 1 };
const OTHER_TYPE = 10_000;

/** What is wrong with a value, and how far it is from the form that it was held against. */
export class Report {
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

  /** Takes over what was found at a path by a report of its own. */
  absorb(path: string, issues: readonly Issue[], distance: number): void {
    this.distance += path === this.#root ? distance : Math.min(distance, WEIGHTS.choice);
    this.issues.push(...issues.slice(0, MAX_ISSUES - this.issues.length));
  }
}
