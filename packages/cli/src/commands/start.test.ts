import { describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

describe('errata start', () => {
  it('shows the contracts and commands that work', async () => {
    const { code, out } = await run(['start']);
    expect(code).toBe(0);
    const commands = [...out.matchAll(/^ {2}errata (.+?)(?: {2}.*)?$/gm)].map(([, rest]) =>
      rest!.trim().split(' '),
    );
    expect(commands.length).toBeGreaterThan(3);
    // Those that go on, or take minutes, are run by test/systems; here it is enough that they exist as they are written.
    const goesOn = new Set(['serve', 'sim', 'prove']);
    for (const argv of commands) {
      const tried = goesOn.has(argv[0]!) ? [...argv, '--help'] : argv;
      expect({ argv, code: (await run(tried)).code }).toEqual({ argv, code: 0 });
    }
  });

  it('says the same as JSON', async () => {
    const { contracts } = JSON.parse((await run(['start', '--json'])).out) as {
      contracts: { domain: string; failures: number; about: string }[];
    };
    expect(contracts.map(({ domain }) => domain)).toEqual([
      'jsonrpc',
      'mcp',
      'routeros',
      'engram',
      'erlmcp',
      'sql-fun',
    ]);
    expect(contracts.every(({ failures, about }) => failures > 0 && about.length > 10)).toBe(true);
  });
});
