import { peek, type ToolHints } from '@errata/core/internal';
import { type ClientLike, requestPlainly } from './client-like.js';

export interface ToolBookOptions {
  /** Milliseconds. */
  readonly now?: (() => number) | undefined;
  /** For the whole list, all pages. */
  readonly timeoutMs?: number;
  readonly maxPages?: number;
}

// Not each server announces changes, and on 2026-07-28 not each client listens: a hint does not hold for ever.
const MAX_AGE_MS = 5 * 60_000;
// If the list fails, it is not fetched again for each failing call.
const RETRY_LISTING_MS = 30_000;
const MAX_TOOLS = 10_000;

interface Entry {
  readonly hints: ToolHints;
  readonly at: number;
}

export type ToolBook = ReturnType<typeof createToolBook>;

/**
 * What the server says of its tools. It is asked only when a decision depends on it. Hints belong to a connection: another one may lead to
 * another server.
 */
export function createToolBook(client: ClientLike, options: ToolBookOptions = {}) {
  const { now = Date.now, timeoutMs = 5000, maxPages = 20 } = options;
  const tools = new Map<string, Entry>();
  let transport: unknown;
  let askAgainAt = -Infinity;
  let edition = 0;
  let isWhole = false;
  let loading: Promise<void> | undefined;

  const forget = () => {
    tools.clear();
    askAgainAt = -Infinity;
    isWhole = false;
    edition++;
  };

  const follow = () => {
    const current = client.transport;
    if (current === transport) return;
    forget();
    transport = current;
    loading = undefined;
    onToolsChanged(current, () => {
      if (transport === current) forget();
    });
  };

  const look = (tool: string): ToolHints | undefined => {
    const entry = tools.get(tool);
    return entry !== undefined && now() - entry.at < MAX_AGE_MS ? entry.hints : undefined;
  };

  const note = (result: unknown) => {
    const listed = peek(result, 'tools');
    if (!Array.isArray(listed)) return;
    for (const tool of listed as unknown[]) {
      const name = peek(tool, 'name');
      if (typeof name !== 'string' || (tools.size >= MAX_TOOLS && !tools.has(name))) continue;
      tools.set(name, { hints: readAnnotations(peek(tool, 'annotations')), at: now() });
    }
  };

  const load = async () => {
    const started = edition;
    const endAt = now() + timeoutMs;
    let cursor: unknown;
    isWhole = false;
    try {
      for (let page = 0; page < maxPages && now() < endAt; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const timeout = Math.max(1, endAt - now());
        const result = await requestPlainly(client, { method: 'tools/list', params }, { timeout });
        // The list has changed while it was on its way: what came is of the edition before.
        if (edition !== started) return;
        note(result);
        cursor = peek(result, 'nextCursor');
        if (typeof cursor !== 'string') break;
      }
      isWhole = typeof cursor !== 'string' && tools.size < MAX_TOOLS;
      askAgainAt = now() + MAX_AGE_MS;
    } catch {
      // Without hints nothing of unknown effect is repeated, which is always right.
      if (edition === started) askAgainAt = now() + RETRY_LISTING_MS;
    }
  };

  /** Requests the list if necessary. Undefined if it is not available: that must not fail a call. */
  const find = async (tool: string) => {
    follow();
    const known = look(tool);
    if (known !== undefined || now() < askAgainAt) return known;
    if (loading === undefined) {
      const mine = load().finally(() => {
        if (loading === mine) loading = undefined;
      });
      loading = mine;
    }
    await loading;
    return look(tool);
  };

  return {
    /** What is known without asking. */
    peek(tool: string) {
      follow();
      return look(tool);
    },
    find,
    /** Whether the server's whole list is known and the tool is not in it. Requests the list if necessary. */
    async lacks(tool: string) {
      await find(tool);
      return isWhole && !tools.has(tool);
    },
    /** Take note of a result of `tools/list` that came by. */
    learn(result: unknown) {
      follow();
      note(result);
    },
  };
}

function readAnnotations(annotations: unknown): ToolHints {
  return {
    readOnlyHint: peek(annotations, 'readOnlyHint') === true,
    destructiveHint: peek(annotations, 'destructiveHint') === true,
    idempotentHint: peek(annotations, 'idempotentHint') === true,
  };
}

type OnMessage = (this: unknown, message: unknown, ...rest: unknown[]) => unknown;

/**
 * Call the listener on each `notifications/tools/list_changed` of a transport. It listens in front of the client: both SDKs have
 * one handler for each notification, and that one belongs to the user of the client.
 */
export function onToolsChanged(transport: unknown, listener: () => void): void {
  if (typeof transport !== 'object' || transport === null) return;
  const owner = transport as { onmessage?: OnMessage | undefined };
  const next = owner.onmessage;
  owner.onmessage = function (message, ...rest) {
    if (peek(message, 'method') === 'notifications/tools/list_changed') listener();
    return next?.call(this, message, ...rest);
  };
}
