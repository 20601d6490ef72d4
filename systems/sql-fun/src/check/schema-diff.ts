import type { ListedColumn, ListedObject, SchemaListing } from './judge.js';

export interface SchemaChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** `column`, or the kind of the object. */
  readonly kind: string;
  /** `public.users`, or `public.users.email`. */
  readonly name: string;
  /** Of a column: type and nullability. Null where there is nothing to say. */
  readonly old: string | null;
  readonly new: string | null;
}

/** What differs between two schemas: objects, and columns of those that both have. */
export function diffListings(before: SchemaListing, after: SchemaListing): readonly SchemaChange[] {
  const [was, is] = [byName(before), byName(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((key): SchemaChange[] => {
    const [old, now] = [was.get(key), is.get(key)];
    if (old !== undefined && now !== undefined) return columnChanges(old, now);
    const one = (old ?? now)!;
    const change = old === undefined ? 'added' : 'removed';
    return [{ change, kind: one.kind, name: nameOf(one), old: null, new: null }];
  });
}

const nameOf = ({ namespace, name }: ListedObject): string => `${namespace}.${name}`;

/** Functions may share a name: those that do are numbered. */
function byName({ objects }: SchemaListing): ReadonlyMap<string, ListedObject> {
  const found = new Map<string, ListedObject>();
  for (const object of objects) {
    const key = `${nameOf(object)} ${object.kind}`;
    let free = key;
    for (let n = 2; found.has(free); n++) free = `${key} ${n}`;
    found.set(free, object);
  }
  return found;
}

function columnChanges(old: ListedObject, now: ListedObject): SchemaChange[] {
  const was = new Map((old.columns ?? []).map((column) => [column.name, factsOf(column)]));
  const is = new Map((now.columns ?? []).map((column) => [column.name, factsOf(column)]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((column): SchemaChange[] => {
    const [before = null, after = null] = [was.get(column), is.get(column)];
    if (before === after) return [];
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
    return [{ change, kind: 'column', name: `${nameOf(now)}.${column}`, old: before, new: after }];
  });
}

function factsOf({ type = 'unknown type', nullable }: ListedColumn): string {
  return nullable ? type : `${type} not null`;
}
