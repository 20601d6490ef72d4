import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  judge,
  requiredScenarios,
  type Revision,
  type Scores,
  worse,
} from './testing/conformance.js';

interface Judged {
  readonly sdk: Candidate['sdk'];
  readonly revision: Revision;
  /** How many scenarios the revision requires: a list that could not be read must not pass as an empty one. */
  readonly required: number;
  readonly modes: readonly Candidate['mode'][];
}

// SDK v1 ends at 2025-11-25. Relayed is a process per session, so one of them has to do.
const judged: readonly Judged[] = [
  { sdk: 'v1', revision: '2025-11-25', required: 30, modes: ['guarded', 'served', 'relayed'] },
  { sdk: 'v2', revision: '2025-11-25', required: 30, modes: ['guarded', 'served'] },
  { sdk: 'v2', revision: '2026-07-28', required: 37, modes: ['guarded', 'served'] },
];

describe.each(judged)('SDK $sdk at $revision', ({ sdk, revision, required, modes }) => {
  let bare: Scores = new Map();

  it('passes bare what the revision requires', async () => {
    const scenarios = requiredScenarios(revision);
    expect(scenarios).toHaveLength(required);
    bare = await judge({ sdk, mode: 'bare' }, revision);
    const short = scenarios.filter((name) => bare.get(name)?.failed.size !== 0);
    expect(short.map((name) => [name, bare.get(name)])).toEqual([]);
  });

  it.each(modes)('passes as much %s as bare', async (mode) => {
    const scores = await judge({ sdk, mode }, revision);
    expect(bare.size).toBeGreaterThanOrEqual(required);
    expect(worse(bare, scores)).toEqual([]);
  });
});
