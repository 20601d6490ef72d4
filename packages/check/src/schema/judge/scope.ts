import { isPart, own } from '../part.js';
import type { Part } from '../part.js';
import { matchesPattern } from '../pattern/match-pattern.js';
import { parsePattern } from '../pattern/parse-pattern.js';
import type { Pattern } from '../pattern/pattern.js';
import { Work } from '../work.js';

const OLD = /draft-0[3-7]/;

/** The whole schema around every part of it, and the work that is left for it. */
export class Scope {
  readonly root: unknown;
  readonly work: Work;
  /** It says that it is of a draft in which `prefixItems` and the like mean nothing. */
  readonly old: boolean;
  readonly #patterns = new Map<string, Pattern | undefined>();

  constructor(root: unknown, steps: number) {
    this.root = root;
    this.work = new Work(steps);
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
