import {
  Breaker,
  exchange,
  repeatedly,
  startCallTime,
  type BreakerOptions,
  type Outcome,
  type Trial,
} from '@errata/upstream';
import { Agent, type Dispatcher } from 'undici';
import type { Added, FoundMemory, Health, Memory, MemoryQuery, NewMemory } from '../memory.js';
import {
  ADDED,
  apiError,
  FOUND,
  GOT,
  HEALTHY,
  judge,
  leftAlone,
  REMOVED,
  type Call,
  type CallKind,
} from './judge.js';

export interface CallOptions {
  /** Who does not want to wait any longer; the call then rejects with its reason. */
  readonly signal?: AbortSignal;
}

export type OpenMemoryClient = ReturnType<typeof createOpenMemoryClient>;

export interface OpenMemoryClientOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** Milliseconds for a whole call with all its attempts. Default: 30,000. */
  readonly timeout?: number;
  /** Of reads. */
  readonly retries?: RetryOptions;
  readonly breaker?: BreakerOptions;
  /** Milliseconds, from any start; the breaker goes by it. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Bytes of an answer that are read at most. */
const MAX_BODY = 64 * 1024 * 1024;

/**
 * OpenMemory over HTTP, with connections that stay open for the next calls. Whatever fails there is a fault of the catalog;
 * reads are repeated, writes are not.
 */
export function createOpenMemoryClient(options: OpenMemoryClientOptions) {
  const { url, apiKey, timeout = 30_000, retries = {}, random = Math.random } = options;
  const { now = () => performance.now() } = options;
  const target = createTarget(url, apiKey);
  const breaker = new Breaker(now, options.breaker);
  // The time of a call bounds all of it; limits of the agent would only name it differently.
  const agent = new Agent({
    connections: 32,
    connect: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** Undefined where there is no such memory. */
  async function ask<T>(call: Call<T>, { signal }: CallOptions, trial?: Trial) {
    const time = startCallTime(timeout, signal);
    try {
      const request = target(call);
      const attempt = () => exchange(agent, request, { signal: time.signal, maxBody: MAX_BODY });
      const outcome =
        trial === undefined || call.kind === 'write'
          ? await attempt()
          : await repeatedly(attempt, {
              time,
              passesByItself,
              pauseAfter: (made) => pauseAfter(made, random(), retries),
              ...(retries.attempts !== undefined && { attempts: retries.attempts }),
            });
      time.throwIfCancelled();
      return judge(call, outcome, trial);
    } finally {
      trial?.dropped();
      time.end();
    }
  }

  /** The same, unless OpenMemory is left alone. */
  async function askGently<T>(call: Call<T>, given: CallOptions): Promise<T | undefined> {
    const alone = breaker.leftAlone();
    if (alone !== undefined) throw leftAlone(alone);
    return ask(call, given, breaker.begin());
  }

  return {
    /** May be called again with the same key, also after a failure of unknown effect: it is stored once. */
    add: (memory: NewMemory, idempotency_key: string, given: CallOptions = {}): Promise<Added> => {
      const body = { ...memory, idempotency_key };
      const call = { method: 'POST', path: '/memory/add', body, schema: ADDED } as const;
      return mustBe('write', askGently({ kind: 'write', ...call }, given));
    },
    search: (body: MemoryQuery, given: CallOptions = {}): Promise<readonly FoundMemory[]> => {
      const call = { method: 'POST', path: '/memory/search', body, schema: FOUND } as const;
      return mustBe('read', askGently({ kind: 'read', ...call }, given));
    },
    /** Undefined where there is none of this id. */
    get: async (id: string, given: CallOptions = {}): Promise<Memory | undefined> => {
      const path = pathOf(id);
      if (path === undefined) return undefined;
      return askGently({ kind: 'read', method: 'GET', path, schema: GOT }, given);
    },
    /** Whether there was one. */
    remove: async (id: string, given: CallOptions = {}): Promise<boolean> => {
      const path = pathOf(id);
      if (path === undefined) return false;
      const call = { kind: 'write', method: 'DELETE', path, schema: REMOVED } as const;
      return (await askGently(call, given)) ?? false;
    },
    /** Asks once, also while OpenMemory is left alone for its failures. */
    health: (given: CallOptions = {}): Promise<Health> => {
      const call = { kind: 'read', method: 'GET', path: '/health', schema: HEALTHY } as const;
      return mustBe('read', ask(call, given));
    },
    /** End everything, also what is running. */
    close: () => agent.destroy(),
  };
}

/** What has no id cannot be missing; then it is OpenMemory that is not where it should be. */
async function mustBe<T>(kind: CallKind, answer: Promise<T | undefined>): Promise<T> {
  const found = await answer;
  if (found === undefined) throw apiError(kind, 404);
  return found;
}

const ID = /^[\w.:~-]{1,200}$/;

/** Undefined for what is no id of anything: it may come from anywhere, and must not become another path. */
function pathOf(id: string): string | undefined {
  return ID.test(id) && !/^\.+$/.test(id) ? `/memory/${encodeURIComponent(id)}` : undefined;
}

export interface RetryOptions {
  /** In all. Default: 3. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled before each further one. Default: 500. */
  readonly firstPause?: number;
  /** Default: 10,000. */
  readonly longestPause?: number;
}

/** Milliseconds to wait after so many attempts: twice as long each time, and a quarter more or less by chance. */
export function pauseAfter(made: number, chance: number, options: RetryOptions = {}): number {
  const { firstPause = 500, longestPause = 10_000 } = options;
  return Math.min(longestPause, firstPause * 2 ** (made - 1) * (0.75 + chance / 2));
}

/** Whether the same call may well succeed after a while. */
export function passesByItself(outcome: Outcome): boolean {
  return outcome.kind === 'broken' || (outcome.kind === 'answer' && outcome.answer.status >= 500);
}

/** Where requests go, and with which key. No error repeats the url or the key: both may be secret. */
function createTarget(url: string, apiKey: string | undefined) {
  const { origin, prefix } = parse(url);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('The key of OpenMemory has characters that a header cannot carry.');
  }
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return ({ method, path, body }: Call<unknown>): Dispatcher.DispatchOptions => ({
    origin,
    path: `${prefix}${path}`,
    method,
    headers: {
      ...authorization,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function parse(url: string): { readonly origin: string; readonly prefix: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const known = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (parsed === undefined || !known || `${parsed.username}${parsed.password}` !== '') {
    throw new TypeError(
      'The url of OpenMemory must be like http://127.0.0.1:8080, without a user in it.',
    );
  }
  return { origin: parsed.origin, prefix: parsed.pathname.replace(/\/+$/, '') };
}
