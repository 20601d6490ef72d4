import { peek, type Effect, type Strategy } from '../fault/index.js';
import type { CallLost, LocalKind } from './failure.js';
import { asText, compact } from './peek.js';
import type { ReadOptions } from './read-declared.js';
import { stripPrefix } from './read-info.js';

export interface LocalDetails {
  readonly options?: ReadOptions;
  readonly message?: string;
  readonly reason?: string | undefined;
  /** Default: unknown, because not waiting for an answer does not undo the call. */
  readonly effect?: Effect | undefined;
  readonly strategy?: Strategy | undefined;
  readonly data?: unknown;
}

/** A failure of this side. */
export function createLocal(kind: LocalKind, raw: unknown, details: LocalDetails = {}): CallLost {
  const { options, reason, effect = 'unknown', strategy, data } = details;
  const message = details.message ?? stripPrefix(asText(peek(raw, 'message')) ?? '');
  return {
    origin: 'local',
    kind,
    message: message === '' ? WORDS[kind] : message,
    effect,
    ...compact({ reason, strategy, tool: options?.tool }),
    data,
    raw,
  };
}

const WORDS: Readonly<Record<LocalKind, string>> = {
  timeout: 'No answer came in time',
  closed: 'The connection closed before the answer came',
  cancelled: 'The call was cancelled',
  send: 'The call could not be sent',
  result: 'The answer could not be used',
  unknown: 'Something was thrown that says nothing about itself',
};

/** Read an exception that no SDK made, by its name and by the system's code along its causes. */
export function readLocalError(error: unknown, options: ReadOptions): CallLost {
  const name = peek(error, 'name');
  if (name === 'AbortError') return createLocal('cancelled', error, { options });
  if (name === 'TimeoutError') return createLocal('timeout', error, { options });
  // fetch says "fetch failed" and keeps what happened in its cause.
  let link = error;
  for (let depth = 0; depth < MAX_CAUSES && link !== undefined; depth++) {
    const code = peek(link, 'code');
    if (typeof code === 'string' && Object.hasOwn(SYSTEM_CODES, code)) {
      const [kind, effect] = SYSTEM_CODES[code]!;
      return createLocal(kind, error, { options, reason: code, effect });
    }
    link = peek(link, 'cause');
  }
  return createLocal('unknown', error, { options });
}

const MAX_CAUSES = 8;

/** Codes of the operating system and of undici. Only a connection that never stood proves that nothing was done. */
const SYSTEM_CODES: Readonly<Record<string, readonly [LocalKind, Effect?]>> = {
  ECONNREFUSED: ['send', 'none'],
  ENOTFOUND: ['send', 'none'],
  EAI_AGAIN: ['send', 'none'],
  EHOSTUNREACH: ['send', 'none'],
  ENETUNREACH: ['send', 'none'],
  UND_ERR_CONNECT_TIMEOUT: ['send', 'none'],
  ETIMEDOUT: ['timeout'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout'],
  UND_ERR_BODY_TIMEOUT: ['timeout'],
  ECONNRESET: ['closed'],
  ECONNABORTED: ['closed'],
  EPIPE: ['closed'],
  UND_ERR_SOCKET: ['closed'],
  UND_ERR_CLOSED: ['closed'],
  UND_ERR_DESTROYED: ['closed'],
};
