import { byteLength, clipText } from './text.js';

/** Strings are not shortened below this while anything else can give. */
const STRING_FLOOR = 64;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * The value itself if its JSON has at most `maxBytes`, else a copy that fits: the longest strings are shortened first,
 * then lists are cut (`"… 37 more"`), then the deepest members go, and last the largest members at the top.
 * Identifiers, codes and numbers at the top survive longest. Never throws; from 256 bytes on it always fits.
 */
export function fitData(value: unknown, maxBytes: number): unknown {
  let text = stringify(value);
  let source = value;
  if (text === undefined) {
    source = plainCopy(value);
    text = stringify(source);
  }
  // A function or undefined has no JSON, and needs no room.
  if (text === undefined) return source;
  if (byteLength(text) <= maxBytes) return source;
  // What is beyond all bounds is cut roughly first, so that the fine work does not depend on the size.
  return shrink(cutRoughly(JSON.parse(text) as Json, maxBytes), maxBytes);
}

/** Levels that are looked at; each of them costs a pass over the rest. */
const MAX_DEPTH = 64;

/** A member takes four bytes and more, an item two. */
function cutRoughly(node: Json, maxBytes: number, depth = 0): Json {
  if (typeof node === 'string') return clipText(node, maxBytes);
  if (typeof node !== 'object' || node === null) return node;
  if (depth === MAX_DEPTH) return '[Too deep]';
  const inner = (member: Json) => cutRoughly(member, maxBytes, depth + 1);
  if (Array.isArray(node)) return cutList(node.slice(0, maxBytes).map(inner), node.length);
  const members = Object.entries(node).slice(0, maxBytes >> 2);
  return Object.fromEntries(members.map(([key, member]) => [key, inner(member)]));
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Cycles, BigInts, hostile members: the caller takes a plain copy instead.
    return undefined;
  }
}

function shrink(tree: Json, maxBytes: number): Json {
  const fits = (candidate: Json) => byteLength(JSON.stringify(candidate)) <= maxBytes;

  // A good guess at the longest string that fits, then a little less each time: a search would cost a multiple.
  for (let cap = capFor(tree, maxBytes); cap > STRING_FLOOR; cap = Math.floor(cap * 0.95)) {
    const shorter = mapLeaves(tree, cap, Infinity);
    if (fits(shorter)) return shorter;
  }
  const shortest = mapLeaves(tree, STRING_FLOOR, Infinity);
  if (fits(shortest)) return shortest;

  // The same for lists: as many items as there is room for, then fewer.
  const share = maxBytes / byteLength(JSON.stringify(shortest));
  for (let cap = Math.floor(longestList(shortest) * share); cap > 0; cap = Math.floor(cap * 0.9)) {
    const fewer = mapLeaves(shortest, STRING_FLOOR, cap);
    if (fits(fewer)) return fewer;
  }

  const small = mapLeaves(shortest, STRING_FLOOR, 0);
  if (fits(small)) return small;
  for (let depth = depthOf(small) - 1; depth >= 1; depth--) {
    const pruned = pruneBelow(small, depth);
    if (fits(pruned)) return pruned;
  }
  return dropLargest(pruneBelow(small, 1), maxBytes);
}

/** To how many characters the longest strings are cut, so that they lose as much as is over the limit. */
function capFor(tree: Json, maxBytes: number): number {
  let excess = byteLength(JSON.stringify(tree)) - maxBytes;
  const sizes = stringSizes(tree).sort((a, b) => b - a);
  // Level the longest ones with the next, until they have given up enough.
  for (let count = 1; count <= sizes.length; count++) {
    const next = sizes[count] ?? 0;
    const gain = (sizes[count - 1]! - next) * count;
    if (gain >= excess) return Math.min(maxBytes, next + Math.floor((gain - excess) / count));
    excess -= gain;
  }
  return 0;
}

function longestList(node: Json): number {
  if (typeof node !== 'object' || node === null) return 0;
  const own = Array.isArray(node) ? node.length : 0;
  return Object.values(node).reduce<number>(
    (most, member) => Math.max(most, longestList(member)),
    own,
  );
}

function stringSizes(node: Json): number[] {
  if (typeof node === 'string') return [byteLength(JSON.stringify(node))];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(stringSizes) : [];
}

/** The largest number in the range for which the condition holds; it must hold for all smaller ones too. */
function largestThat(
  holds: (cap: number) => boolean,
  from: number,
  to: number,
): number | undefined {
  if (!holds(from)) return undefined;
  let low = from;
  let high = Math.max(from, to);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A copy with strings of at most `maxChars` and lists of at most `maxItems`. */
function mapLeaves(node: Json, maxChars: number, maxItems: number): Json {
  if (typeof node === 'string') return clipText(node, maxChars);
  if (Array.isArray(node)) return mapList(node, maxChars, maxItems);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, member]) => [key, mapLeaves(member, maxChars, maxItems)]),
  );
}

/** A list may be cut more than once; what it says is missing is always counted from the whole. */
function mapList(list: Json[], maxChars: number, maxItems: number): Json {
  const cut = CUT_LISTS.get(list);
  const items = cut === undefined ? list : list.slice(0, -1);
  const whole = cut ?? list.length;
  const kept = items.slice(0, maxItems).map((item) => mapLeaves(item, maxChars, maxItems));
  return cutList(kept, whole);
}

function cutList(kept: Json[], whole: number): Json[] {
  if (kept.length === whole) return kept;
  const shortened: Json[] = [...kept, `… ${whole - kept.length} more`];
  CUT_LISTS.set(shortened, whole);
  return shortened;
}

/** How long a list was before it was cut. */
const CUT_LISTS = new WeakMap<Json[], number>();

function depthOf(node: Json): number {
  if (typeof node !== 'object' || node === null) return 0;
  return (
    1 +
    Object.values(node).reduce((deepest: number, member) => Math.max(deepest, depthOf(member)), 0)
  );
}

/** A copy without the members of containers at `depth` and below; depth 1 leaves the scalars at the top. */
function pruneBelow(node: Json, depth: number): Json {
  if (typeof node !== 'object' || node === null) return node;
  const keep = (member: Json) => depth > 1 || typeof member !== 'object' || member === null;
  if (Array.isArray(node)) return node.filter(keep).map((item) => pruneBelow(item, depth - 1));
  return Object.fromEntries(
    Object.entries(node)
      .filter(([, member]) => keep(member))
      .map(([key, member]) => [key, pruneBelow(member, depth - 1)]),
  );
}

/** Drop the largest members at the top until the rest fits; a lone string is cut instead. */
function dropLargest(node: Json, maxBytes: number): Json {
  if (typeof node === 'string') {
    const cap = largestThat(
      (chars) => byteLength(JSON.stringify(clipText(node, chars))) <= maxBytes,
      0,
      maxBytes,
    );
    return cap === undefined ? null : clipText(node, cap);
  }
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return [];
  const sized = Object.entries(node).map(([key, member], index) => ({
    key,
    member,
    index,
    // The member with its key, colon and comma.
    bytes: byteLength(JSON.stringify(key)) + byteLength(JSON.stringify(member)) + 2,
  }));
  let room = maxBytes - 2;
  const kept = sized
    .toSorted((a, b) => a.bytes - b.bytes || a.index - b.index)
    .filter(({ bytes }) => (room -= bytes) >= 0)
    .sort((a, b) => a.index - b.index);
  return Object.fromEntries(kept.map(({ key, member }) => [key, member]));
}

const MAX_ITEMS = 1_000;

/**
 * A copy that JSON can hold, of a value that JSON refuses: cycles, BigInts, members that throw, and nesting beyond the
 * stack are replaced by a word that says so. Never throws.
 */
export function plainCopy(value: unknown, path: readonly unknown[] = []): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (path.includes(value)) return '[Circular]';
  if (path.length >= MAX_DEPTH) return '[Too deep]';
  const inner = [...path, value];
  try {
    if (Array.isArray(value)) {
      return value.slice(0, MAX_ITEMS).map((item) => plainCopy(item, inner));
    }
    const toJson = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJson === 'function') return plainCopy(toJson.call(value, ''), inner);
    const keys = Object.keys(value).slice(0, MAX_ITEMS);
    // fromEntries defines members, so that a `__proto__` from the wire stays an ordinary one.
    return Object.fromEntries(keys.map((key) => [key, readMember(value, key, inner)]));
  } catch {
    // A proxy that refuses: there is nothing of it to show.
    return '[Unreadable]';
  }
}

function readMember(value: object, key: string, path: readonly unknown[]): unknown {
  try {
    return plainCopy((value as Record<string, unknown>)[key], path);
  } catch {
    // The getter is somebody else's; the other members are still worth having.
    return '[Unreadable]';
  }
}
