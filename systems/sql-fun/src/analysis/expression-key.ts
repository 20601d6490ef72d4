import type { ColumnRef, Node } from 'libpg-query';
import { names } from './node.js';
import { resolve, type Level } from './resolve.js';
import { ListSource, type Ref, type Source } from './source.js';

const numbers = new WeakMap<Source, number>();
let lastNumber = 0;

/** The column itself, where it was reached through the alias of a join. */
export function originOf(ref: Ref): Ref {
  let at = ref;
  while (at.source instanceof ListSource) {
    const origin = at.source.origin(at);
    if (origin === at) break;
    at = origin;
  }
  return at;
}

/** Equal for references that mean the same column, however they are written. */
export function columnKey(ref: Ref): string {
  const { source, column } = originOf(ref);
  let number = numbers.get(source);
  if (number === undefined) numbers.set(source, (number = ++lastNumber));
  return `${number}.${column.name}`;
}

/** Numbers for expressions: equal ones for those that mean the same. Each part is looked at once. */
export class ExpressionKeys {
  readonly #level: Level;
  readonly #ids = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();

  constructor(level: Level) {
    this.#level = level;
  }

  of(node: Node): string {
    return 'ColumnRef' in node ? this.#reference(node.ColumnRef) : `#${this.#id(node)}`;
  }

  #id(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.#intern(JSON.stringify(value));
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const parts: string[] = [];
    for (const [tag, inner] of Object.entries(value)) {
      if (tag === 'ColumnRef') parts.push(this.#reference(inner as ColumnRef));
      else if (tag !== 'location') parts.push(`${tag}:${this.#id(inner)}`);
    }
    const id = this.#intern(`{${parts.join()}}`);
    this.#known.set(value, id);
    return id;
  }

  #intern(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) this.#ids.set(text, (id = this.#ids.size));
    return id;
  }

  #reference({ fields }: ColumnRef): string {
    const parts = names(fields);
    const found = parts.length === fields?.length ? resolve(this.#level, parts) : undefined;
    return found?.kind === 'column' ? columnKey(found.ref) : `"${parts.join('.')}"`;
  }
}
