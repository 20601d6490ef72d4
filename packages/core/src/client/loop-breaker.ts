import type { Alternative } from '../fault/index.js';
import { failureName, type CallFailure, type LoopFailure } from './failure.js';
import { stableKey } from './stable-key.js';

/** A call, as far as repeating it goes. */
export interface LoopCall {
  readonly tool: string;
  readonly arguments?: unknown;
}

/** Stops a caller, usually a model, that makes the same failing call over and over. */
export interface LoopBreaker {
  /** The failure to answer with in place of making the call, or undefined: go ahead. */
  check(call: LoopCall): LoopFailure | undefined;
  /** Tell how a call ended; without a failure it succeeded. */
  record(call: LoopCall, failure?: CallFailure): void;
  /** Calls that are remembered. */
  readonly size: number;
}

export interface LoopBreakerOptions {
  /** Identical failures after which a call is refused. */
  readonly limit?: number;
  /** How long a failure counts, from the last one on; afterwards the call may be tried once more. */
  readonly windowMs?: number;
  /** Calls remembered at most; the one that failed longest ago is forgotten first. */
  readonly maxEntries?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** What is kept of a failure: enough for the sentence, never the thing itself, which may be megabytes. */
interface Entry {
  readonly identity: string;
  readonly name: string;
  readonly said: string;
  readonly alternatives: readonly Alternative[] | undefined;
  readonly count: number;
  readonly at: number;
}

const DEFAULT_WINDOW_MS = 5 * 60_000;

/** Tool and arguments make the entry; another failure or a success starts the count anew. */
export function createLoopBreaker(options: LoopBreakerOptions = {}): LoopBreaker {
  const { limit = 3, windowMs = DEFAULT_WINDOW_MS, maxEntries = 1000, now = Date.now } = options;
  const entries = new Map<string, Entry>();

  /** The entry of a key if it still counts. */
  const lookUp = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.at < windowMs) return entry;
    entries.delete(key);
    return undefined;
  };

  return {
    check(call) {
      const key = keyOf(call);
      const entry = key === undefined ? undefined : lookUp(key);
      return entry === undefined || entry.count < limit ? undefined : refuse(call, entry);
    },
    record(call, failure) {
      const key = keyOf(call);
      if (key === undefined) return;
      if (failure === undefined) {
        entries.delete(key);
        return;
      }
      // A call that the user stopped, or that was refused here, has not shown again that it fails.
      if (failure.origin === 'local' && (failure.kind === 'cancelled' || failure.kind === 'loop'))
        return;
      const identity = identityOf(failure);
      const before = lookUp(key);
      const count = before?.identity === identity ? before.count + 1 : 1;
      // Set anew, so that the order of the map is the order of the last failure.
      entries.delete(key);
      entries.set(key, {
        identity,
        name: failureName(failure),
        said: (failure.details ?? failure.message).split('\n', 1)[0]!.slice(0, 300),
        alternatives: failure.alternatives
          ?.slice(0, 3)
          .map(({ tool, description }) => ({ tool, description })),
        count,
        at: now(),
      });
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    },
    get size() {
      return entries.size;
    },
  };
}

/** Undefined where the arguments are too large to compare: what cannot be compared is not refused. */
function keyOf({ tool, arguments: given }: LoopCall): string | undefined {
  const key = stableKey(given);
  return key === undefined ? undefined : `${tool}\n${key}`;
}

/** What makes two failures the same. A text-only failure has no name: its words count, without what changes each time. */
function identityOf(failure: CallFailure): string {
  const name = failureName(failure);
  if (name !== 'tool' && name !== 'rpc') return name;
  return `${name}: ${failure.message.slice(0, 200).replace(/[0-9a-f-]*[0-9][0-9a-f-]*/gi, '#')}`;
}

function refuse({ tool }: LoopCall, { count, name, said, alternatives }: Entry): LoopFailure {
  const other = alternatives?.[0]?.tool;
  const instead = other === undefined ? 'use another tool' : `use ${other}`;
  return {
    origin: 'local',
    kind: 'loop',
    reason: 'LOOP',
    message: `${tool} was called ${count} times with the same arguments and failed each time with ${name}: ${said}`,
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
