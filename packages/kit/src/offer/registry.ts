import { invalidDefinition, invalidParams } from '../failures.js';

/** The entries of one kind by key, in the order of registration. */
export class Registry<T extends Listed> {
  /** Whether there is, was or may be any: what is sent to clients as a capability. */
  offered: boolean;
  readonly #member: string;
  readonly #pageSize: number;
  readonly #entries = new Map<string, T>();
  #pages: Pages | undefined = undefined;

  constructor(member: string, pageSize: number, offered: boolean) {
    this.#member = member;
    this.#pageSize = pageSize;
    this.offered = offered;
  }

  add(entry: T): void {
    if (this.#entries.has(entry.key)) {
      const details = `${JSON.stringify(entry.key)} is already among the ${this.#member}`;
      throw invalidDefinition(details);
    }
    this.#entries.set(entry.key, entry);
    this.offered = true;
    this.#pages = undefined;
  }

  /** Whether there was one. */
  remove(key: string): boolean {
    const removed = this.#entries.delete(key);
    if (removed) this.#pages = undefined;
    return removed;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key);
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }

  values(): Iterable<T> {
    return this.#entries.values();
  }

  /** A page of the list, rendered once for all clients until something is added or removed. */
  page(cursor: unknown): Page {
    return (this.#pages ??= this.#pagesOf([])).at(cursor);
  }

  /** The same with what else there is at the moment; what is offered under the same key comes first. */
  pageWith(more: readonly Listed[], cursor: unknown): Page {
    return this.#pagesOf(more).at(cursor);
  }

  #pagesOf(more: readonly Listed[]): Pages {
    const all = new Map<string, Listed>(this.#entries);
    for (const item of more) if (!all.has(item.key)) all.set(item.key, item);
    return new Pages(this.#member, [...all.values()], this.#pageSize);
  }
}

/** Something that is listed: its key, and what clients see of it. */
export interface Listed {
  readonly key: string;
  readonly listed: object;
}

/** A page of a list, as the result has it. */
type Page = Readonly<Record<string, unknown>>;

/**
 * A list cut into pages. A cursor names the entry that a page ended with, so that nothing is left out or told twice when entries come
 * and go in between.
 */
class Pages {
  readonly #member: string;
  readonly #items: readonly Listed[];
  readonly #size: number;
  readonly #rendered = new Map<number, Page>();

  constructor(member: string, items: readonly Listed[], size: number) {
    this.#member = member;
    this.#items = items;
    this.#size = size;
  }

  /** The page behind a cursor; the first one without. Each is rendered once. */
  at(cursor: unknown): Page {
    const start = cursor === undefined ? 0 : this.#startOf(cursor);
    const known = this.#rendered.get(start);
    if (known !== undefined) return known;
    const page = this.#render(start);
    this.#rendered.set(start, page);
    return page;
  }

  #render(start: number): Page {
    const end = start + this.#size;
    const last = end < this.#items.length ? this.#items[end - 1] : undefined;
    return {
      [this.#member]: this.#items.slice(start, end).map(({ listed }) => listed),
      ...(last !== undefined && { nextCursor: toCursor(last.key) }),
    };
  }

  #startOf(cursor: unknown): number {
    const key = typeof cursor === 'string' ? fromCursor(cursor) : undefined;
    const index = key === undefined ? -1 : this.#items.findIndex((item) => item.key === key);
    if (index === -1) {
      throw invalidParams('cursor: not a cursor of this list; omit it to start again');
    }
    return index + 1;
  }
}

function toCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** The key, or undefined for a foreign cursor: Buffer accepts any text as base64. */
function fromCursor(cursor: string): string | undefined {
  const key = Buffer.from(cursor, 'base64url').toString();
  return toCursor(key) === cursor ? key : undefined;
}
