import type { RequestMessage } from '@errata/core/codec';
import { membersOf, type Contract } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import type { Met } from '@errata/core/server';
import {
  CAPABILITIES_KEY,
  LOG_LEVEL_KEY,
  metaOf,
  MODERN,
  unsupported,
  VERSION_KEY,
  wrongMeta,
} from '../envelope.js';
import { isLogLevel } from '../methods/logging.js';
import type { TokenBucket } from '../token-bucket.js';

/** The revisions that a connection may be in. */
export interface Spoken {
  readonly handshakes: readonly Era[];
  readonly modern: boolean;
}

/** Which generation a request belongs to, on a wire that serves both; or why to none. */
export function generationOf(
  { method, params }: RequestMessage,
  { handshakes, modern }: Spoken,
): 'modern' | 'handshake' | Met {
  const meta = metaOf(params);
  const claimed = Object.hasOwn(meta, VERSION_KEY);
  const version = meta[VERSION_KEY];
  if (modern && claimed && !handshakes.includes(version as Era)) {
    if (typeof version !== 'string') return wrongMeta(VERSION_KEY);
    return version === MODERN ? 'modern' : unsupported([MODERN], version);
  }
  if (handshakes.length > 0) return 'handshake';
  return method === 'initialize'
    ? unsupported([MODERN], membersOf(params)['protocolVersion'])
    : wrongMeta(VERSION_KEY);
}

/** What is wrong with the envelope of a request of 2026-07-28. */
export function wrongEnvelope({ params }: RequestMessage): Met | undefined {
  const meta = metaOf(params);
  const capabilities = meta[CAPABILITIES_KEY];
  if (typeof capabilities !== 'object' || capabilities === null || Array.isArray(capabilities)) {
    return wrongMeta(CAPABILITIES_KEY);
  }
  const level = meta[LOG_LEVEL_KEY];
  return level === undefined || isLogLevel(level) ? undefined : wrongMeta(LOG_LEVEL_KEY);
}

/** What a request is refused with before a handshake. A contract without an error for it says what to do. */
export function notInitialized({ definitionFor }: Contract): Met {
  const condition = 'not-initialized';
  if (definitionFor(condition) !== undefined) return { condition };
  return { condition, given: { message: 'Not initialized. Send initialize first.' } };
}

/** What a batch is refused with that has a request of 2026-07-28 in it. */
export const BATCH_MODERN: Met = {
  condition: 'invalid-request',
  given: { details: 'A request of MCP 2026-07-28 cannot be part of a batch' },
};

/** What a request beyond the rate is refused with; undefined where it is within. */
export function overRate(bucket: TokenBucket): Met | undefined {
  const seconds = bucket.take();
  if (seconds === 0) return undefined;
  const told = Number.isFinite(seconds);
  const advice = told ? `; the next may come in ${seconds} s` : '';
  return {
    condition: 'rate-limited',
    given: {
      details: `More requests than are allowed${advice}`,
      ...(told && { retryAfter: seconds }),
    },
  };
}
