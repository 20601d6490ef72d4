import { classify, createRedactor, Fault, type Redactor } from '@errata/core';
import {
  type Connection,
  createRef,
  type Deliver,
  describeCause,
  GENERIC,
  type Ref,
} from '@errata/core/internal';
import type { ProcessLike } from './process-like.js';

/** Options of the process guard: whom to answer, where to write, what to close. */
export interface GuardProcessOptions {
  /** Returns the connections that may have requests in flight. */
  readonly connections?: () => Iterable<Connection>;
  /** Sends the replies of a crash to the sources of their requests. */
  readonly deliver?: Deliver;
  /** Stop reading, and settle when what was delivered has left the process. */
  readonly flush?: () => Promise<unknown>;
  /** How long flushing may take, in milliseconds; default: 1000. */
  readonly flushLimit?: number;
  /** What to do after an uncaught exception. Node advises against continuing: the state is unknown. */
  readonly crash?: 'exit' | 'survive';
  /** Listen even if the program has its own listener. */
  readonly always?: boolean;
  /** Where the structured lines go; default: standard error. */
  readonly errors?: NodeJS.WritableStream;
  readonly redactor?: Redactor;
  readonly process?: ProcessLike;
}

/** Further guards of the same process. */
const GUARDS = new WeakMap<ProcessLike, Guards>();

interface Guards {
  readonly all: Set<GuardProcessOptions>;
  /** Stop listening. */
  release(): void;
}

function join({ all, release }: Guards, options: GuardProcessOptions): () => void {
  all.add(options);
  return () => {
    // The other connections still have to be answered.
    if (all.delete(options) && all.size === 0) release();
  };
}

/**
 * While it is installed, an unhandled rejection is reported and survived, and an uncaught exception answers every request in
 * flight before the process ends with code 1. A process is listened to once: a second guard joins the first. Gives back how
 * to remove it.
 */
export function guardProcess(options: GuardProcessOptions = {}): () => void {
  const host: ProcessLike = options.process ?? process;
  const others = GUARDS.get(host);
  if (others !== undefined && others.all.size > 0 && options.always !== true) {
    return join(others, options);
  }
  const guards = new Set<GuardProcessOptions>();
  const all: GuardProcessOptions = {
    connections: () => [...guards].flatMap((each) => [...(each.connections?.() ?? [])]),
    flush: () => Promise.all([...guards].map((each) => attempt(() => each.flush?.()))),
  };
  const errors = options.errors ?? process.stderr;
  const redactor = options.redactor ?? createRedactor();
  ignoreErrors(errors);

  const report = (event: IncidentEvent, ref: Ref, thrown: unknown): Promise<void> => {
    const line = encodeIncident({ event, ref, in_flight: countInFlight(all) }, thrown, redactor);
    return new Promise((resolve) => void errors.write(`${line}\n`, () => resolve()));
  };

  let ending = false;
  const onException = (thrown: unknown): void => {
    const ref = refOf(thrown);
    const reported = report('process_crash', ref, thrown);
    // What fails while the process ends is still reported; everything was answered by the first.
    if (ending) return;
    ending = options.crash !== 'survive';
    for (const each of guards) abandon(each, thrown, ref);
    if (!ending) return;
    const flushed = Promise.allSettled([reported, attempt(() => all.flush?.())]);
    void within(options.flushLimit ?? 1000, flushed).then(() => host.exit(1));
  };
  const onRejection = (thrown: unknown): void =>
    void report('unhandled_rejection', refOf(thrown), thrown);

  const listeners = (
    [
      ['uncaughtException', onException],
      ['unhandledRejection', onRejection],
    ] as const
  ).filter(([event]) => options.always === true || host.listenerCount(event) === 0);
  for (const [event, listener] of listeners) host.on(event, listener);
  const own: Guards = {
    all: guards,
    release: () => listeners.forEach(([event, listener]) => host.off(event, listener)),
  };
  GUARDS.set(host, own);
  return join(own, options);
}

/**
 * The exception may belong to any request. So all get the same masked failure with unknown effect, and not the exception:
 * a declared fault may name things of one caller, and what refused one call's connection says nothing about the others.
 */
function abandon({ connections, deliver }: GuardProcessOptions, cause: unknown, ref: Ref): void {
  if (connections === undefined || deliver === undefined) return;
  const fault = new Fault(GENERIC.UNEXPECTED, {}, { cause, ref, effect: 'unknown' });
  for (const connection of connections()) connection.abandon(fault, deliver);
}

function countInFlight({ connections }: GuardProcessOptions): number {
  let count = 0;
  for (const { inFlight } of connections?.() ?? []) count += inFlight;
  return count;
}

/** A fault that was already sent keeps its ref. */
function refOf(thrown: unknown): Ref {
  try {
    return classify(thrown).ref;
  } catch {
    return createRef(); // a fault of a copy of core that works otherwise
  }
}

async function attempt(action: () => unknown): Promise<void> {
  await action();
}

/** What timers can hold. Node takes a longer delay, Infinity above all, for one millisecond. */
const MAX_DELAY = 2 ** 31 - 1;

/** Wait for something, but no longer than a limit in milliseconds. Says whether it came in time; never rejects. */
export function within(milliseconds: number, pending: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    // Not unref'd: with nothing else to do, Node would end here, in the middle of an orderly end.
    const timer = setTimeout(() => resolve(false), Math.min(milliseconds, MAX_DELAY));
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    pending.then(settle, settle);
  });
}

/** An event of the process, not of one request. */
export type IncidentEvent = 'unhandled_rejection' | 'process_crash';

/** An uncaught exception or an unhandled rejection. */
export interface Incident {
  readonly event: IncidentEvent;
  /** The same as in the replies to the requests in flight. */
  readonly ref: Ref;
  /** How many requests were in flight. */
  readonly in_flight: number;
}

/** The operator's record of an incident: one line of JSON with the whole cause chain, without secrets. Never throws. */
export function encodeIncident(incident: Incident, thrown: unknown, redactor: Redactor): string {
  try {
    const causes = describeCause(thrown, (text) => redactor.redact(text));
    return JSON.stringify(redactor.redactDeep({ ...incident, causes }));
  } catch {
    // A pattern of one's own failed. What may hold a secret is not shown; that something happened is.
    return JSON.stringify({ ...incident, causes: [] });
  }
}

const ignored = new WeakSet<NodeJS.EventEmitter>();

/**
 * An 'error' event without a listener ends the process, and a broken pipe may be reported at any time, even
 * after everything was closed. So the listener stays; each stream gets one.
 */
export function ignoreErrors(stream: NodeJS.EventEmitter): void {
  if (ignored.has(stream)) return;
  ignored.add(stream);
  stream.on('error', () => {}); // others that act on it listen as well
}
