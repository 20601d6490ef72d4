import type { Answer } from '@errata/prove';
import type { Gateway } from './gateway.js';
import { assertWorked } from './read-answer.js';

/** Of no evidence that anybody uploaded. */
export const UNKNOWN_HASH = 'e'.repeat(64);

/** What a memory with this evidence is answered while governance is strict about evidence. */
export async function whileStrict({ alice }: Gateway, evidence: object): Promise<Answer> {
  const setMode = async (evidence_mode: string) => {
    const answer = await alice.callTool('governance_update', { policy: { evidence_mode } });
    assertWorked(answer, 'changing governance');
  };
  await setMode('strict');
  try {
    return await alice.callTool('memory_store', { content: 'x', evidence: [evidence] });
  } finally {
    await setMode('compat');
  }
}
