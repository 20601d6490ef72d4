import type { Era } from '@errata/core/era';
import { since, WITH_HANDSHAKE } from '../eras.js';

/** The revisions with Streamable HTTP. Before, there was another transport with two endpoints. */
export const STREAMABLE = since('2025-03-26');

/** Those of them that begin with a handshake, and may have sessions. */
export const WITH_SESSIONS = STREAMABLE.filter((era) => WITH_HANDSHAKE.includes(era));

/** The revisions from one on up to the last with a handshake. */
export function handshakeSince(era: Era): readonly Era[] {
  return since(era).filter((each) => WITH_HANDSHAKE.includes(each));
}
