import type { Era } from '@errata/core/era';
import { membersOf } from '../json/json.js';
import { openSession, type Desk, type Opened } from './open-session.js';

/** The newest revision with a handshake, which is asked for first. */
const NEWEST_WITH_HANDSHAKE: Era = '2025-11-25';
const WITH_HANDSHAKE: readonly Era[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** A revision that the server speaks, with a conversation in it. */
export interface SpokenEra extends Opened {
  readonly era: Era;
}

/** Open a conversation in each revision that is asked for and that the server speaks. */
export async function findEras(desk: Desk, wanted: readonly Era[] | undefined): Promise<SpokenEra[]> {
  const spoken: SpokenEra[] = [];
  for (const era of wanted ?? ([NEWEST_WITH_HANDSHAKE, '2026-07-28'] as const)) {
    const found = await tryEra(desk, era, wanted === undefined);
    if (found !== undefined) spoken.push(found);
  }
  return spoken;
}

/** A server may answer a handshake with another revision, which is then the one. */
async function tryEra(desk: Desk, era: Era, mayDiffer: boolean): Promise<SpokenEra | undefined> {
  const opened = await openSession(desk, era);
  if (era === 'jsonrpc') return { era, ...opened };
  const { result } = opened.greeting ?? {};
  if (result === undefined) {
    await opened.session.close();
    return undefined;
  }
  const answered = membersOf(result)['protocolVersion'];
  if (era === '2026-07-28' || answered === era) return { era, ...opened };
  await opened.session.close();
  const other = WITH_HANDSHAKE.find((each) => each === answered);
  return mayDiffer && other !== undefined ? tryEra(desk, other, false) : undefined;
}
