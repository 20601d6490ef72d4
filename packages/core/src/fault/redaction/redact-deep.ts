import { isSensitiveName, isWeakName } from './sensitive-names.js';
import { REDACTED, type Steps } from './spans.js';

const MAX_DEPTH = 32;
/** Members of one object or items of one list. */
const MAX_WIDTH = 1_000;
/** Values in all: a small graph with shared parts can be a huge tree. */
const MAX_VALUES = 50_000;

const UNREADABLE = '[Unreadable]';

type Mask = 'none' | 'text' | 'all';

interface Walk {
  readonly redact: (text: string) => string;
  /** The objects on the way from the root to here: meeting one again is a cycle. */
  readonly path: Set<object>;
  left: number;
  readonly steps: Steps;
}

/**
 * Copy a value as JSON would see it, with secrets masked. Never throws and never changes the value; gives back the
 * same reference when there was nothing to mask and nothing to convert.
 */
export function redactDeep(
  value: unknown,
  redact: (text: string) => string,
  steps: Steps = { count: 0 },
): unknown {
  return visit(value, 'none', { redact, path: new Set(), left: MAX_VALUES, steps });
}

function visit(value: unknown, mask: Mask, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      return mask === 'none' || value === '' ? walk.redact(value) : REDACTED;
    case 'number':
      return mask === 'all' ? REDACTED : numberOf(value, walk);
    case 'bigint':
      return mask === 'all' ? REDACTED : walk.redact(String(value));
    case 'symbol':
      return walk.redact(String(value));
    case 'function':
      return '[Function]';
    case 'object':
      return value === null ? null : visitObject(value, mask, walk);
    default:
      return value;
  }
}

/** A number can be a registered secret too. */
function numberOf(value: number, { redact }: Walk): number | string {
  const text = String(value);
  const redacted = redact(text);
  return redacted === text ? value : redacted;
}

function visitObject(value: object, mask: Mask, walk: Walk): unknown {
  if (walk.path.has(value)) return '[Circular]';
  if (walk.path.size >= MAX_DEPTH) return '[Too deep]';
  if (walk.left-- <= 0) return '[Too large]';
  walk.path.add(value);
  try {
    return copyObject(value, mask, walk);
  } catch {
    // A proxy or a toJSON of somebody else: what cannot be read cannot be checked, so it is not shown.
    return UNREADABLE;
  } finally {
    walk.path.delete(value);
  }
}

function copyObject(value: object, mask: Mask, walk: Walk): unknown {
  if (Array.isArray(value)) return copyList(value, mask, walk);
  if (value instanceof Map) return copyRecord(value.entries(), value.size, undefined, mask, walk);
  if (value instanceof Set) return copyList([...value], mask, walk, true);
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') return visit(toJson.call(value, ''), mask, walk);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[Binary]';
  if (value instanceof RegExp) return walk.redact(String(value));
  const keys = Object.keys(value);
  if (value instanceof Error) {
    // Its own text is not enumerable, and is what the reader is after.
    const shown = [...new Set(['name', 'message', ...keys])];
    return copyRecord(entriesOf(value, shown), shown.length, undefined, mask, walk);
  }
  return copyRecord(entriesOf(value, keys), keys.length, value, mask, walk);
}

function* entriesOf(value: object, keys: readonly string[]): Generator<[string, unknown]> {
  for (const key of keys) {
    let member: unknown;
    try {
      member = (value as Record<string, unknown>)[key];
    } catch {
      member = UNREADABLE;
    }
    yield [key, member];
  }
}

function copyList(list: readonly unknown[], mask: Mask, walk: Walk, converted = false): unknown[] {
  const copy: unknown[] = [];
  const length = Math.min(list.length, MAX_WIDTH);
  let changed = converted || length < list.length;
  for (let i = 0; i < length; i++) {
    const item = list[i];
    const clean = visit(item, mask, walk);
    changed ||= !Object.is(clean, item);
    copy.push(clean);
  }
  if (length < list.length) copy.push(`… ${list.length - length} more`);
  return changed ? copy : (list as unknown[]);
}

/** `original` is given back when nothing differs from it. */
function copyRecord(
  entries: Iterable<[unknown, unknown]>,
  size: number,
  original: object | undefined,
  mask: Mask,
  walk: Walk,
): unknown {
  const copy: Record<string, unknown> = {};
  const alike = new Map<string, number>();
  let changed = original === undefined || hasAccessors(original);
  let count = 0;
  for (const [rawKey, member] of entries) {
    if (count++ === MAX_WIDTH) {
      define(copy, freeKey(copy, '…', alike, walk), `${size - MAX_WIDTH} more`);
      return copy;
    }
    const name = typeof rawKey === 'string' ? rawKey : safeString(rawKey);
    const key = walk.redact(name);
    const clean = visit(member, maskFor(name, mask), walk);
    changed ||= key !== rawKey || !Object.is(clean, member);
    define(copy, freeKey(copy, key, alike, walk), clean);
  }
  return changed ? copy : original;
}

/** A secret stays one however deep it is wrapped: `credentials: { value: … }`, `passwords: [ … ]`. */
function maskFor(name: string, outer: Mask): Mask {
  if (outer === 'all' || !isSensitiveName(name)) return outer;
  return isWeakName(name) ? 'text' : 'all';
}

/** A getter may answer differently next time, so an object with one is never given back itself. */
function hasAccessors(value: object): boolean {
  return Object.keys(value).some(
    (key) => Object.getOwnPropertyDescriptor(value, key)?.get !== undefined,
  );
}

/** Two keys that are masked alike both stay; `alike` says how far each was counted. */
function freeKey(copy: object, key: string, alike: Map<string, number>, { steps }: Walk): string {
  if (!Object.hasOwn(copy, key)) return key;
  let n = alike.get(key) ?? 2;
  while (Object.hasOwn(copy, `${key}#${n}`)) {
    steps.count++;
    n++;
  }
  alike.set(key, n + 1);
  return `${key}#${n}`;
}

/** Assignment would call the setter of `__proto__`. */
function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
}

function safeString(key: unknown): string {
  try {
    return String(key);
  } catch {
    // An object whose conversion throws is not worth a name.
    return UNREADABLE;
  }
}
