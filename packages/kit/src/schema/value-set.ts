import { TooDeep } from './too-deep.js';

const MAX_DEPTH = 500;

/** Values of JSON, each once: `{ a: 1, b: 2 }` and `{ b: 2, a: 1 }` are the same one. Takes time in proportion to their size only. */
export class ValueSet {
  readonly #plain = new Set<unknown>();
  readonly #composite = new Set<string>();

  /** Whether it was not there before. */
  add(value: unknown): boolean {
    return isComposite(value) ? added(this.#composite, keyOf(value, 0)) : added(this.#plain, value);
  }

  has(value: unknown): boolean {
    if (!isComposite(value)) return this.#plain.has(value);
    return this.#composite.size > 0 && this.#composite.has(keyOf(value, 0));
  }
}

function added<Key>(keys: Set<Key>, key: Key): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keyOf(value: unknown, depth: number): string {
  if (!isComposite(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (Array.isArray(value)) return `[${value.map((each) => keyOf(each, depth + 1)).join()}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member, depth + 1)}`).join()}}`;
}
