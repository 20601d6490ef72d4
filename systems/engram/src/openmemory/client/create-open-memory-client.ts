import {
  Breaker,
  exchange,
  retry,
  startCallTime,
  type BreakerOptions,
  type ExchangeOutcome,
  type Trial,
} from '@errata/upstream';
import { Agent, type Dispatcher } from 'undici';
import type { Added, Health, Hit, NewMemory, StoredMemory } from '../memory.js';
import {
  DIALECT,
  type OpenMemoryCall,
  type CallKind,
  type Change,
  type DialectName,
} from './dialects.js';
import { apiError, breakerOpen, judge } from './judge.js';

export interface OpenMemoryCallOptions {
  /** Who does not want to wait any longer; the call then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Decides which key is used, where spaces have keys of their own. */
  readonly space?: string;
}

interface AddOptions extends Pick<OpenMemoryCallOptions, 'signal'> {
  /** The correlation id of the audit. */
  readonly ref?: string;
  /** An earlier call with the same key may have stored it. */
  readonly again?: boolean;
}

type OwnOptions = OpenMemoryCallOptions & Pick<AddOptions, 'again'>;

interface SpacesQuery {
  readonly query: string;
  readonly spaces: readonly string[];
  /** From 1 to 100. */
  readonly top_k: number;
}

export type OpenMemoryClient = ReturnType<typeof createOpenMemoryClient>;

export interface OpenMemoryClientOptions {
  readonly url: string;
  /** Default: embedded. */
  readonly dialect?: DialectName;
  readonly apiKey?: string;
  /** Keys of single spaces, in place of `apiKey`. */
  readonly keys?: ReadonlyMap<string, string>;
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

/** Memories of a space that are looked at for one that was just added. */
const LOOKED_AT = 20;

/**
 * OpenMemory over HTTP, with connections that stay open for the next calls. Whatever fails there is a fault of the catalog;
 * reads are repeated, writes are not.
 */
export function createOpenMemoryClient(options: OpenMemoryClientOptions) {
  const { url, timeout = 30_000, retries = {}, random = Math.random } = options;
  const { now = () => performance.now(), dialect: name = 'embedded', keys } = options;
  const dialect = DIALECT[name];
  const target = createTarget(url);
  for (const key of [options.apiKey, ...(keys?.values() ?? [])]) assertKey(key);
  const keyOf = (space?: string) => (space && keys?.get(space)) ?? options.apiKey;
  const breaker = new Breaker(now, options.breaker);
  // The time of a call bounds all of it; limits of the agent would only name it differently.
  const agent = new Agent({
    connections: 32,
    connect: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** Undefined if the memory does not exist. */
  async function ask<T>(
    call: OpenMemoryCall<T>,
    { signal, space }: OpenMemoryCallOptions,
    trial?: Trial,
  ) {
    const time = startCallTime(timeout, signal);
    try {
      const key = keyOf(space);
      const request = target(call, key === undefined ? {} : dialect.auth(key));
      const attempt = () => exchange(agent, request, { signal: time.signal, maxBody: MAX_BODY });
      const outcome =
        trial === undefined || call.kind === 'write'
          ? await attempt()
          : await retry(attempt, {
              time,
              isTransient,
              pauseAfter: (made) => pauseAfter(made, random(), retries),
              ...(retries.attempts !== undefined && { attempts: retries.attempts }),
            });
      time.throwIfCancelled();
      return judge(call, outcome, dialect.missing, trial);
    } finally {
      trial?.dropped();
      time.end();
    }
  }

  /** The same, unless the breaker is open. */
  async function askGently<T>(
    call: OpenMemoryCall<T>,
    given: OpenMemoryCallOptions,
  ): Promise<T | undefined> {
    const open = breaker.whyOpen();
    if (open !== undefined) throw breakerOpen(open);
    return ask(call, given, breaker.begin());
  }

  const get = async (
    id: string,
    given: OpenMemoryCallOptions = {},
  ): Promise<StoredMemory | undefined> => {
    const path = pathOf(id);
    if (path === undefined) return undefined;
    return askGently(dialect.get!(path), given);
  };

  /** The id of what was added: servers give the id of a similar text of anybody as if it were the new one. */
  async function ownId(added: Added, memory: NewMemory, key: string, given: OwnOptions) {
    const { again = false, ...rest } = given;
    const isHere = async (id: string) => (await get(id, rest))?.key === key;
    if (dialect.proof === 'server') return added.id;
    if (dialect.proof === 'get') {
      if (added.deduplicated !== true || (await isHere(added.id))) return added.id;
      if (!again) return undefined;
    }
    const { content: query, space } = memory;
    const looked = dialect.search({ query, space, top_k: LOOKED_AT }, `${key}:${now()}`);
    const hits = await mustBe('read', askGently(looked, rest));
    if (dialect.proof === 'search') return hits.find((hit) => hit.key === key) && added.id;
    // Two similar texts that come at once are both stored. The server names one of them afterwards.
    for (const { id } of hits.slice(0, LOOKED_AT)) if (await isHere(id)) return id;
    return undefined;
  }

  const changing = async (
    call: OpenMemoryCall<true> | undefined,
    given: OpenMemoryCallOptions,
  ): Promise<boolean> => call !== undefined && ((await askGently(call, given)) ?? false);

  return {
    dialect: name as DialectName,
    /** What this dialect can do beside adding and searching. */
    can: (call: 'get' | 'update' | 'remove' | 'reinforce') => dialect[call] !== undefined,
    /** May be called again with the same key, also after a failure of unknown effect: it is stored once. */
    add: async (memory: NewMemory, key: string, given: AddOptions = {}): Promise<Added> => {
      const { ref, ...rest } = given;
      const about = { ...rest, space: memory.space };
      const sending = { key, at: new Date().toISOString(), ...(ref !== undefined && { ref }) };
      const added = await mustBe('write', askGently(dialect.add(memory, sending), about));
      const id = await ownId(added, memory, key, about);
      return id === undefined ? { id: added.id, foreign: true } : { ...added, id };
    },
    /** In these spaces. What the server says of spaces is to be checked by the caller. */
    search: async (
      query: SpacesQuery,
      given: OpenMemoryCallOptions = {},
    ): Promise<readonly Hit[]> => {
      const { spaces, top_k, ...rest } = query;
      const { unfiltered, together } = dialect;
      const shared = together === true || unfiltered !== undefined;
      const groups = shared ? byKey(spaces, keyOf) : spaces.map((space) => [space]);
      const hits = groups.map((group) => {
        const space = group[0]!;
        const where = together === true ? { spaces: group } : { space };
        const call = dialect.search({ ...rest, ...where, top_k: unfiltered ?? top_k });
        return mustBe('read', askGently(call, { ...given, space }));
      });
      return (await Promise.all(hits)).flat();
    },
    /** Undefined if there is none of this id. */
    get,
    /** Whether there was one. */
    update: async (
      id: string,
      change: Change,
      given: OpenMemoryCallOptions = {},
    ): Promise<boolean> => {
      const path = pathOf(id);
      const before = path === undefined ? undefined : await get(id, given);
      return before !== undefined && changing(dialect.update?.(path!, change, before), given);
    },
    /** Whether there was one. */
    remove: async (id: string, given: OpenMemoryCallOptions = {}): Promise<boolean> => {
      const path = pathOf(id);
      return path !== undefined && changing(dialect.remove?.(path), given);
    },
    /** Whether there was one. */
    reinforce: (id: string, given: OpenMemoryCallOptions = {}) =>
      changing(dialect.reinforce?.(id), given),
    /** Asks once, also while the breaker is open. */
    health: (given: OpenMemoryCallOptions = {}): Promise<Health> =>
      mustBe('read', ask(dialect.health, given)),
    /** A harmless call with the key; asks once. */
    probe: (given: OpenMemoryCallOptions = {}): Promise<unknown> =>
      mustBe('read', ask(dialect.probe, given)),
    /** End everything, also what is running. */
    close: () => agent.destroy(),
  };
}

/** The spaces that share a key. */
function byKey(spaces: readonly string[], keyOf: (space: string) => string | undefined) {
  const groups = new Map<string | undefined, string[]>();
  for (const space of spaces) {
    const key = keyOf(space);
    groups.set(key, [...(groups.get(key) ?? []), space]);
  }
  return [...groups.values()];
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
export function isTransient(outcome: ExchangeOutcome): boolean {
  return outcome.kind === 'broken' || (outcome.kind === 'answer' && outcome.answer.status >= 500);
}

/** Where requests go. No error repeats the url or the key: both may be secret. */
function createTarget(url: string) {
  const { origin, prefix } = parse(url);
  return (
    { method, path, body }: OpenMemoryCall<unknown>,
    auth: Readonly<Record<string, string>>,
  ): Dispatcher.DispatchOptions => ({
    origin,
    path: `${prefix}${path}`,
    method,
    headers: {
      ...auth,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function assertKey(key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return;
  throw new TypeError('The key of OpenMemory has characters that a header cannot carry.');
}

function parse(url: string): { readonly origin: string; readonly prefix: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const known = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (parsed === undefined || !known || `${parsed.username}${parsed.password}` !== '') {
    throw new TypeError(
      'The url of OpenMemory must be like http://127.0.0.1:8080, without a user in it.',
    );
  }
  return { origin: parsed.origin, prefix: withoutEndSlash(parsed.pathname) };
}

/** By hand: a regular expression would take quadratic time for a text of many slashes. */
export function withoutEndSlash(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
