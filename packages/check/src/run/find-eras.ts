import type { Era } from '@errata/core/era';
import { openSession, type Desk } from './open-session.js';

/** The newest revision with a handshake, which is asked for first. */
const NEWEST_WITH_HANDSHAKE: Era = '2025-11-25';
const WITH_HANDSHAKE: readonly Era[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** The revisions among those asked for that the server speaks; unless told, the newest of each generation. */
export async function findEras(
  given: Omit<Desk, 'onExchange' | 'onLink'>,
  wanted: readonly Era[] | undefined,
): Promise<readonly Era[]> {
  const desk: Desk = { ...given, onExchange: () => undefined, onLink: () => undefined };
  const spoken: Era[] = [];
  for (const era of wanted ?? ([NEWEST_WITH_HANDSHAKE, '2026-07-28'] as const)) {
    const answered = era === 'jsonrpc' ? era : await answerTo(desk, era);
    // A server may answer a handshake with another revision, which is then the one.
    if (answered === era || (wanted === undefined && answered !== undefined)) spoken.push(answered);
  }
  return spoken;
}

/** The revision in which the server answers who asks for one, if in any. */
async function answerTo(desk: Desk, era: Era): Promise<Era | undefined> {
  const { session, greeting } = await openSession(desk, era);
  await session.close();
  const { result } = greeting ?? {};
  if (result === undefined || era === '2026-07-28') return result && era;
  return WITH_HANDSHAKE.find((each) => each === result['protocolVersion']);
}
