import { membersOf } from '@errata/core/contract';
import { isFault } from '@errata/core/fault';
import { SERVER_KEY } from '../envelope.js';

/** What 2026-07-28 wants beside a result that clients may keep: for how long, and for whom. Lists may change at any time. */
export const CACHING = { ttlMs: 0, cacheScope: 'private' } as const;

/** A result as 2026-07-28 has it: it says that it is one, and whose. A fault stays what it is. */
export function completeResult(
  result: unknown,
  server: object,
  caching: object | undefined,
): unknown {
  if (isFault(result)) return result;
  const members = membersOf(result);
  return {
    resultType: 'complete',
    ...members,
    ...caching,
    _meta: { ...membersOf(members['_meta']), [SERVER_KEY]: server },
  };
}
