import {
  Breaker,
  exchange,
  repeatedly,
  startCallTime,
  type BreakerOptions,
  type Trial,
} from '@errata/system/upstream';
import { Agent } from 'undici';
import { ADDED, FOUND, GOT, HEALTHY, REMOVED } from './answers.js';
import type { Call, CallKind } from './call.js';
import { apiError, leftAlone } from './faults.js';
import { judge } from './judge.js';
import type { CallOptions, OpenMemoryClient } from './open-memory-client.js';
import { passesByItself, pauseAfter, type RetryOptions } from './retries.js';
import { createTarget } from './target.js';

export interface OpenMemoryClientOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** Milliseconds for a whole call with all its attempts; 30,000 unless told. */
  readonly timeout?: number;
  /** Of reads. */
  readonly retries?: RetryOptions;
  readonly breaker?: BreakerOptions;
  /** Milliseconds, from any start; the breaker goes by it. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const CONNECTIONS = 32;

/** Bytes of an answer that are read at most. */
const MAX_BODY = 64 * 1024 * 1024;

/** A client of the OpenMemory at a url, which keeps its connections open for the next calls. */
export function createOpenMemoryClient(options: OpenMemoryClientOptions): OpenMemoryClient {
  const { url, apiKey, timeout = 30_000, retries = {}, random = Math.random } = options;
  const { now = () => performance.now() } = options;
  const target = createTarget(url, apiKey);
  const breaker = new Breaker(now, options.breaker);
  // The time of a call bounds all of it; limits of the agent would only name it differently.
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** Undefined where there is no such memory. */
  async function ask<T>(call: Call<T>, { signal }: CallOptions, trial?: Trial) {
    const time = startCallTime(timeout, signal);
    try {
      const request = target(call.method, call.path, call.body);
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
    add: (memory, idempotency_key, given = {}) => {
      const body = { ...memory, idempotency_key };
      const call = { method: 'POST', path: '/memory/add', body, schema: ADDED } as const;
      return mustBe('write', askGently({ kind: 'write', ...call }, given));
    },
    search: (body, given = {}) => {
      const call = { method: 'POST', path: '/memory/search', body, schema: FOUND } as const;
      return mustBe('read', askGently({ kind: 'read', ...call }, given));
    },
    get: async (id, given = {}) => {
      const path = pathOf(id);
      if (path === undefined) return undefined;
      return askGently({ kind: 'read', method: 'GET', path, schema: GOT }, given);
    },
    remove: async (id, given = {}) => {
      const path = pathOf(id);
      if (path === undefined) return false;
      const call = { kind: 'write', method: 'DELETE', path, schema: REMOVED } as const;
      return (await askGently(call, given)) ?? false;
    },
    health: (given = {}) => {
      const call = { kind: 'read', method: 'GET', path: '/health', schema: HEALTHY } as const;
      return mustBe('read', ask(call, given));
    },
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
