import {
  claimedVersion,
  hasClaim,
  objectOrEmpty,
  MODERN,
  unsupportedVersion,
  type ProtocolFailure,
  type RequestMessage,
} from '@errata/core/internal';
import type { Contract, Era } from '@errata/core';
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
): 'modern' | 'handshake' | ProtocolFailure {
  const strange = hasClaim(params) && !handshakes.includes(claimedVersion(params) as Era);
  if (modern && strange) return 'modern';
  if (handshakes.length > 0) return 'handshake';
  if (method !== 'initialize') return 'modern';
  return unsupportedVersion([MODERN], objectOrEmpty(params)['protocolVersion']);
}

/** The refusal of a request before the handshake. A contract without an error for it says what to do. */
export function notInitialized({ definitionFor }: Contract): ProtocolFailure {
  const condition = 'not-initialized';
  if (definitionFor(condition) !== undefined) return { condition };
  return { condition, given: { message: 'Not initialized. Send initialize first.' } };
}

/** The refusal of a batch with a request of 2026-07-28. */
export const BATCH_MODERN: ProtocolFailure = {
  condition: 'invalid-request',
  given: { details: 'A request of MCP 2026-07-28 cannot be part of a batch' },
};

/** The refusal of a request over the rate limit; undefined if it is within. */
export function overRate(bucket: TokenBucket): ProtocolFailure | undefined {
  const seconds = bucket.take();
  if (seconds === 0) return undefined;
  const isTemporary = Number.isFinite(seconds);
  const advice = isTemporary ? `; retry in ${seconds} s` : '';
  return {
    condition: 'rate-limited',
    given: {
      details: `Too many requests${advice}`,
      effect: 'none',
      ...(isTemporary && { retryAfter: seconds }),
    },
  };
}
