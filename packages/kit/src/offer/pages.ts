import { erlmcp } from '@errata/catalogs/erlmcp';

/** Something that is listed: what tells it apart, and what clients are told of it. */
export interface Listed {
  readonly key: string;
  readonly listed: object;
}

/** A page of a list, as the result has it. */
export type Page = Readonly<Record<string, unknown>>;

/**
 * A list cut into pages. A cursor names the entry that a page ended with, so that nothing is left out or told twice when entries come
 * and go in between.
 */
export class Pages {
  private readonly member: string;
  private readonly items: readonly Listed[];
  private readonly size: number;
  private readonly rendered = new Map<number, Page>();

  constructor(member: string, items: readonly Listed[], size: number) {
    this.member = member;
    this.items = items;
    this.size = size;
  }

  /** The page behind a cursor; the first one without. Each is rendered once. */
  at(cursor: unknown): Page {
    const start = cursor === undefined ? 0 : this.startOf(cursor);
    const known = this.rendered.get(start);
    if (known !== undefined) return known;
    const page = this.render(start);
    this.rendered.set(start, page);
    return page;
  }

  private render(start: number): Page {
    const end = start + this.size;
    const last = end < this.items.length ? this.items[end - 1] : undefined;
    return {
      [this.member]: this.items.slice(start, end).map(({ listed }) => listed),
      ...(last !== undefined && { nextCursor: toCursor(last.key) }),
    };
  }

  private startOf(cursor: unknown): number {
    const key = typeof cursor === 'string' ? fromCursor(cursor) : undefined;
    const index = key === undefined ? -1 : this.items.findIndex((item) => item.key === key);
    if (index === -1) {
      throw erlmcp.INVALID_PARAMS({ details: 'cursor: one that this list gave, and still has' });
    }
    return index + 1;
  }
}

function toCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** The key, or undefined where it is no cursor of ours: Buffer takes any text for base64. */
function fromCursor(cursor: string): string | undefined {
  const key = Buffer.from(cursor, 'base64url').toString();
  return toCursor(key) === cursor ? key : undefined;
}
