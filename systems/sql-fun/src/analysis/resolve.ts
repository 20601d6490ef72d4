import type { Ref, Source } from './source.js';

/** A source as a part of a query sees it. */
export interface Item {
  readonly source: Source;
  /** It can be called by its name. */
  readonly byName: boolean;
  /** Its columns can be used without its name. */
  readonly bare: boolean;
  /** Only LATERAL sees it, while FROM is still being read. */
  lateralOnly: boolean;
  /** LATERAL may use it: not from the right side of a RIGHT or FULL join. */
  lateralOk: boolean;
}

/** One level of a query: what is in FROM, and the query around it. */
export interface Level {
  readonly items: readonly Item[];
  /** Whether what is looked at now is LATERAL. */
  readonly lateral: boolean;
  readonly outer: Level | undefined;
}

/** What a reference means. */
export type Resolution =
  | { readonly kind: 'column'; readonly ref: Ref; readonly level: Level }
  | { readonly kind: 'row'; readonly source: Source; readonly level: Level }
  /** It may be a column of a source whose columns are not all known. */
  | { readonly kind: 'open' }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'ambiguous_alias' }
  /** It is there, but not for this part of the query. */
  | { readonly kind: 'out_of_reach'; readonly source: Source }
  | { readonly kind: 'no_column'; readonly source?: Source }
  | { readonly kind: 'no_source' };

/** What a column reference means; nothing is reported. */
export function resolve(level: Level, parts: readonly string[]): Resolution {
  const name = parts.at(-1) ?? '';
  if (parts.length === 1) return bareColumn(level, name);
  const found = sourceOf(level, parts.slice(-3, -1));
  if (found.kind !== 'row') return found;
  const ref = found.source.find(name);
  if (ref === 'ambiguous') return { kind: 'ambiguous' };
  if (ref) return { kind: 'column', ref, level: found.level };
  return found.source.open ? { kind: 'open' } : { kind: 'no_column', source: found.source };
}

/** The source that `u` or `public.users` names. */
export function sourceOf(start: Level, parts: readonly string[]): Resolution {
  const name = parts.at(-1) ?? '';
  const schema = parts.length > 1 ? parts.at(-2) : undefined;
  for (let level: Level | undefined = start; level; level = level.outer) {
    let found: Item | undefined;
    for (const item of level.items) {
      if (!item.byName || (item.lateralOnly && !level.lateral)) continue;
      if (!isCalled(item.source, name, schema)) continue;
      if (found) return { kind: 'ambiguous_alias' };
      found = item;
    }
    if (!found) continue;
    const { source } = found;
    if (found.lateralOnly && !found.lateralOk) return { kind: 'out_of_reach', source };
    return { kind: 'row', source, level };
  }
  return { kind: 'no_source' };
}

function isCalled(source: Source, name: string, schema: string | undefined): boolean {
  if (schema === undefined) return source.name === name;
  const { relation, aliased } = source;
  return !aliased && relation?.name === name && relation.schema === schema;
}

function bareColumn(start: Level, name: string): Resolution {
  for (let level: Level | undefined = start; level; level = level.outer) {
    let found: { ref: Ref; item: Item } | undefined;
    let open = false;
    for (const item of level.items) {
      if (!item.bare || (item.lateralOnly && !level.lateral)) continue;
      const ref = item.source.find(name);
      if (ref === undefined) open ||= item.source.open;
      else if (ref === 'ambiguous' || found) return { kind: 'ambiguous' };
      else found = { ref, item };
    }
    if (found) {
      const { item, ref } = found;
      if (!item.lateralOnly || item.lateralOk) return { kind: 'column', ref, level };
      return { kind: 'out_of_reach', source: item.source };
    }
    if (open) return openOrRow(level, name);
  }
  const row = sourceOf(start, [name]);
  return row.kind === 'no_source' ? { kind: 'no_column' } : row;
}

function openOrRow(level: Level, name: string): Resolution {
  const row = sourceOf({ ...level, items: level.items, outer: undefined }, [name]);
  return row.kind === 'row' ? row : { kind: 'open' };
}
