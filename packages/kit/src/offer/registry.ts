import { erlmcp } from '@errata/catalogs/erlmcp';
import { Pages, type Listed, type Page } from './pages.js';

/** What is offered of one kind, by its key, in the order in which it was added. */
export class Registry<T extends Listed> {
  /** Whether there is, was or may be any: what clients are told as a capability. */
  offered: boolean;
  private readonly member: string;
  private readonly pageSize: number;
  private readonly entries = new Map<string, T>();
  private pages: Pages | undefined = undefined;

  constructor(member: string, pageSize: number, offered: boolean) {
    this.member = member;
    this.pageSize = pageSize;
    this.offered = offered;
  }

  add(entry: T): void {
    if (this.entries.has(entry.key)) {
      const details = `There is ${JSON.stringify(entry.key)} among the ${this.member} already`;
      throw erlmcp.VALIDATION_FAILED({ details });
    }
    this.entries.set(entry.key, entry);
    this.offered = true;
    this.pages = undefined;
  }

  /** Whether there was one. */
  remove(key: string): boolean {
    const removed = this.entries.delete(key);
    if (removed) this.pages = undefined;
    return removed;
  }

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  values(): Iterable<T> {
    return this.entries.values();
  }

  /** A page of the list, rendered once for all clients until something is added or removed. */
  page(cursor: unknown): Page {
    return (this.pages ??= this.pagesOf([])).at(cursor);
  }

  /** The same with what else there is at the moment; what is offered under the same key comes first. */
  pageWith(more: readonly Listed[], cursor: unknown): Page {
    return this.pagesOf(more).at(cursor);
  }

  private pagesOf(more: readonly Listed[]): Pages {
    const all = new Map<string, Listed>(this.entries);
    for (const item of more) if (!all.has(item.key)) all.set(item.key, item);
    return new Pages(this.member, [...all.values()], this.pageSize);
  }
}
