import { type Alternative, peek } from '../fault/index.js';
import { type CallFailure, failureName, type LoopFailure } from './failure.js';
import { positiveOr } from './limits.js';
import { isList, keysOf } from './peek.js';

/** A call, as far as repeating it goes. */
export interface LoopCall {
  readonly tool: string;
  readonly arguments?: unknown;
}

/** Stops a caller, usually a model, that makes the same failing call over and over. */
export interface LoopBreaker {
  /** The failure to return instead of making the call, or undefined to go ahead. */
  check(call: LoopCall): LoopFailure | undefined;
  /** Tell how a call ended; without a failure it succeeded. */
  record(call: LoopCall, failure?: CallFailure): void;
  /** Calls that are remembered. */
  readonly size: number;
}

export interface LoopBreakerOptions {
  /** Failures for the same reason after which a call is refused. */
  readonly limit?: number;
  /** How long failures for a reason count, from the last one on; afterwards the call may be tried once more. */
  readonly windowMs?: number;
  /** Calls remembered at most, up to 100,000; the one that failed longest ago is forgotten first. */
  readonly maxEntries?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** The part of a failure that the sentence needs. The failure itself may be megabytes. */
interface Entry {
  readonly name: string;
  readonly text: string;
  readonly alternatives: readonly Alternative[] | undefined;
  readonly count: number;
  readonly at: number;
}

/** The failures of a call by their key; the latest is last. */
type Reasons = Map<string, Entry>;

const DEFAULT_WINDOW_MS = 5 * 60_000;
const DEFAULT_MAX_ENTRIES = 1000;
const MOST_ENTRIES = 100_000;
// A call that fails in more ways than this is not in a loop.
const MAX_REASONS = 16;
const MAX_NAME = 200;

/**
 * Counts by tool, arguments and reason: two failures that take turns are two loops, not none. A success of the call forgets
 * all of its reasons.
 */
export function createLoopBreaker(options: LoopBreakerOptions = {}): LoopBreaker {
  const { now = Date.now } = options;
  const limit = positiveOr(options.limit, 3);
  const windowMs = positiveOr(options.windowMs, DEFAULT_WINDOW_MS);
  const maxEntries = Math.min(positiveOr(options.maxEntries, DEFAULT_MAX_ENTRIES), MOST_ENTRIES);
  const calls = new Map<string, Reasons>();

  /** The reasons of a call that still count; a call without any is forgotten. */
  const lookUp = (key: string): Reasons | undefined => {
    const reasons = calls.get(key);
    if (reasons === undefined) return undefined;
    const at = now();
    for (const [identity, entry] of reasons) {
      if (at - entry.at >= windowMs) reasons.delete(identity);
    }
    if (reasons.size > 0) return reasons;
    calls.delete(key);
    return undefined;
  };

  return {
    check(call) {
      const key = keyOf(call);
      const entries = key === undefined ? undefined : lookUp(key)?.values();
      const worst = [...(entries ?? [])].sort((a, b) => b.count - a.count || b.at - a.at)[0];
      return worst === undefined || worst.count < limit ? undefined : refuse(call, worst);
    },
    record(call, failure) {
      const key = keyOf(call);
      if (key === undefined) return;
      if (failure === undefined) {
        calls.delete(key);
        return;
      }
      // A call that was cancelled or refused here is no evidence of another failure.
      if (failure.origin === 'local' && (failure.kind === 'cancelled' || failure.kind === 'loop'))
        return;
      const reasons = lookUp(key) ?? new Map<string, Entry>();
      const identity = identityOf(failure);
      const count = (reasons.get(identity)?.count ?? 0) + 1;
      setLast(reasons, identity, createEntry(failure, count, now()), MAX_REASONS);
      setLast(calls, key, reasons, maxEntries);
    },
    get size() {
      return calls.size;
    },
  };
}

/** Deleted and set again, so that the map is in the order of the last failure and the oldest is evicted first. */
function setLast<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value!);
}

function createEntry(failure: CallFailure, count: number, at: number): Entry {
  return {
    name: failureName(failure).slice(-MAX_NAME),
    text: (failure.details ?? failure.message).split('\n', 1)[0]!.slice(0, 300),
    // A name that is cut is the name of another tool.
    alternatives: failure.alternatives
      ?.filter(({ tool }) => tool.length <= MAX_NAME)
      .slice(0, 3)
      .map(({ tool, description }) => ({ tool, description: description.slice(0, 300) })),
    count,
    at,
  };
}

/** Undefined if the arguments are too large to compare; such calls are never refused. */
function keyOf({ tool, arguments: given }: LoopCall): string | undefined {
  const key = stableKey(given);
  return key === undefined ? undefined : `${tool}\n${key}`;
}

/** The key of a failure. A failure with only a text is compared by its words, without numbers and refs. */
function identityOf(failure: CallFailure): string {
  const name = failureName(failure).slice(-MAX_NAME);
  if (name !== 'tool' && name !== 'rpc') return name;
  return `${name}: ${failure.message.slice(0, 200).replace(/[0-9a-f-]*[0-9][0-9a-f-]*/gi, '#')}`;
}

function refuse(
  { tool }: LoopCall,
  { count, name, text: message, alternatives }: Entry,
): LoopFailure {
  const other = alternatives?.[0]?.tool;
  const instead = other === undefined ? 'use another tool' : `use ${other}`;
  return {
    origin: 'local',
    kind: 'loop',
    reason: 'LOOP',
    message: `${tool} failed ${count} times with ${name}, called with the same arguments each time: ${message}`,
    effect: 'none',
    strategy: 'report_and_abort',
    retryable: false,
    suggestion: `Do not repeat this call: change the arguments, ${instead}, or ask the user.`,
    ...(alternatives !== undefined && { alternatives }),
    tool,
    repeated: { tool, failure: name, count },
    data: undefined,
    raw: undefined,
  };
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 100;

/**
 * A short key that is the same for equal JSON, whatever the order of its members; undefined if the value is too large
 * to compare. The text itself is not kept: arguments can be megabytes, and they can be secrets.
 */
export function stableKey(value: unknown): string | undefined {
  const text = stableText(value);
  return text === undefined ? undefined : `${text.length.toString(36)}.${hash(text)}`;
}

/** JSON with sorted members; a cycle and what cannot be read are written as words. */
export function stableText(value: unknown): string | undefined {
  let nodes = 0;
  const open = new Set<unknown>();
  const write = (node: unknown): string | undefined => {
    if (++nodes > MAX_NODES || open.size > MAX_DEPTH) throw TOO_LARGE;
    switch (typeof node) {
      case 'string':
        return JSON.stringify(node);
      case 'number':
      case 'boolean':
        return String(node);
      case 'bigint':
        return `${node}n`;
      case 'object':
        return node === null ? 'null' : writeObject(node);
      default:
        return undefined; // JSON leaves them out as well
    }
  };
  const writeObject = (node: object): string => {
    if (open.has(node)) return '<cycle>';
    open.add(node);
    const text = isList(node) ? writeList(node) : writeMembers(node);
    open.delete(node);
    return text;
  };
  const writeList = (list: object): string => {
    const length = Number(peek(list, 'length'));
    const items: string[] = [];
    for (let i = 0; i < length; i++) items.push(write(peek(list, i)) ?? 'null');
    return `[${items.join()}]`;
  };
  const writeMembers = (node: object): string => {
    const toJson = peek(node, 'toJSON');
    if (typeof toJson === 'function') return `<${stringOf(node)}>`;
    const members = [...keysOf(node)].sort().flatMap((key) => {
      const text = write(peek(node, key));
      return text === undefined ? [] : `${JSON.stringify(key)}:${text}`;
    });
    return `{${members.join()}}`;
  };
  try {
    return write(value) ?? 'null';
  } catch {
    return undefined; // too large to compare, so it is not compared
  }
}

const TOO_LARGE = new RangeError('too large');

// Dates, URLs and the like: what JSON would make of them.
function stringOf(node: object): string {
  return String(JSON.stringify(node));
}

/** 64 bits from two FNV-1a runs. The key only refuses the caller's own calls, so it needs no protection against attacks. */
function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9dc5811c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
