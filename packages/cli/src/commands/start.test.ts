import { describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

describe('errata start', () => {
  it('shows the contracts and commands that work', async () => {
    const { code, out } = await run(['start']);
    expect(code).toBe(0);
    const commands = [...out.matchAll(/^ {2}npx errata (.+?)(?: {2}.*)?$/gm)].map(([, rest]) =>
      rest!.trim().split(' '),
    );
    expect(commands.length).toBeGreaterThan(3);
    for (const argv of commands) expect((await run(argv)).code).toBe(0);
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
