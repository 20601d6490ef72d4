import { describe, expect, it } from 'vitest';
import { judgeServer } from './testing/conformance.js';
import { kitKnownFailures, unexplained } from './testing/known-failures.js';
import { fixture } from './testing/peers.js';

const everyScenario = (revision: string) => ['--suite', 'all', '--spec-version', revision];
const requirements = (revision: string) => ['--requirements', revision];

// The suite has requirements from 2025-11-25 on. How many scenarios run is said, so that none passes as all.
const judged = [
  { revision: '2025-03-26', choose: everyScenario, scenarios: 1 },
  { revision: '2025-06-18', choose: everyScenario, scenarios: 27 },
  { revision: '2025-11-25', choose: requirements, scenarios: 33 },
  { revision: '2026-07-28', choose: requirements, scenarios: 50 },
] as const;

describe('a server on the kit', () => {
  it.each(judged)(
    'fails nothing at $revision that is not explained',
    async ({ revision, choose, scenarios }) => {
      const server = fixture('kit-server.js', ['everything', 'http']);
      const scores = await judgeServer(server, choose(revision));
      expect(scores.size).toBe(scenarios);
      expect(unexplained(scores, kitKnownFailures[revision])).toEqual([]);
    },
  );
});

describe('the list of known failures', () => {
  const checked = new Set(['a', 'b']);
  const one = { checked, passed: new Set(['b']), failed: new Map([['a', 'is wrong']]) };
  const scores = new Map([['one', one]]);

  it('explains a check, or all of a scenario', () => {
    expect(unexplained(scores, [{ scenario: 'one', check: 'a', reason: '' }])).toEqual([]);
    expect(unexplained(scores, [{ scenario: 'one', reason: '' }])).toEqual([]);
  });

  it('explains nothing else', () => {
    expect(unexplained(scores, [])).toEqual(['one a: is wrong']);
  });

  it('does not take nothing for a success', () => {
    const idle = { checked, passed: new Set<string>(), failed: new Map<string, string>() };
    expect(unexplained(new Map([['two', idle]]), [])).toEqual(['two nothing: was checked']);
  });

  it('has no entry for what passes', () => {
    const stale = { scenario: 'one', check: 'b', reason: '' };
    expect(unexplained(scores, [{ scenario: 'one', reason: '' }, stale])).toEqual([
      'one b: does not fail any more',
    ]);
  });
});
