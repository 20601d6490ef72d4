import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { run } from '../../testing/run.js';

const folder = useFolder();

/** As much of the JSON as the tests look into. */
interface Report {
  readonly meanings: readonly object[];
  readonly eras: Readonly<Record<string, object>>;
}

const json = async (argv: readonly string[]) => {
  const { code, out, err } = await run([...argv, '--json']);
  expect(err).toBe('');
  expect(out.trimEnd()).not.toContain('\n');
  return { code, value: JSON.parse(out) as Report };
};

describe('errata explain <code>', () => {
  it('reports who means what, whether it may be sent, and what to do', async () => {
    const { code, out, err } = await run(['explain', '-32002']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^-32002: \d+ different meanings under \d+ names\nConflict: /);
    expect(out).toMatch(/FORBIDDEN +RouterOS\n/);
    expect(out).toContain('→ user_action_required');
    expect(out).toContain('2026-07-28: must not\n');
    expect(out).toContain('What should a client do with it?');
    expect(out).toContain('2024-11-05 to 2025-11-25:\n    It is RESOURCE_NOT_FOUND');
  });

  it('names the revisions where a number is used only in some', async () => {
    const { out } = await run(['explain', '-31010']);
    expect(out).toMatch(/^-31010: 3 different meanings in 2026-07-28\n/);
    expect(out).toContain('Nobody known sends it in these revisions.');
  });

  it('says once what all revisions say', async () => {
    const { out } = await run(['explain', '-32603']);
    expect(out).toContain('every era: yes\n    JSON-RPC 2.0 §5.1 defines it');
    expect(out).toMatch(/^-32603: one meaning under \d+ names\n/);
  });

  it('does not repeat in the advice what is beside the names', async () => {
    const { out } = await run(['explain', '-32001']);
    expect(out).toContain('Find out who sent it, then do as that party says.');
    expect(out).not.toContain('OPENMEMORY_UNAVAILABLE: retry_with_backoff');
  });

  it('looks at one era only, if given', async () => {
    const { out } = await run(['explain', '-32002', '--era', 'jsonrpc']);
    expect(out).toMatch(/^-32002: \d+ different meanings under \d+ names in jsonrpc\n/);
    expect(out).not.toContain('2026-07-28: must not');
    expect(out).not.toContain('TypeScript');
  });

  it.each(['−32002', '–32002', ' -32002 '])('takes %j for a number', async (text) => {
    expect((await run(['explain', text])).out).toMatch(/^-32002: /);
  });

  it('finds nothing about an unused number, and asks about a lost minus', async () => {
    const { code, out, err } = await run(['explain', '32001']);
    expect(code).toBe(1);
    expect(out).toMatch(/^32001: no known catalog or SDK uses it\n/);
    expect(err).toBe('errata: did you mean -32001?\n');
    expect(await run(['explain', '5'])).toMatchObject({ code: 1, err: '' });
  });

  it('gives programs the whole report', async () => {
    const { code, value } = await json(['explain', '-32020']);
    expect(code).toBe(0);
    expect(Object.keys(value)).toEqual(['code', 'verdict', 'different', 'meanings', 'eras']);
    expect(value.meanings[0]).toMatchObject({
      code: -32020,
      who: 'MCP',
      kind: 'specification',
      name: 'HEADER_MISMATCH',
    });
    expect(value.eras['2026-07-28']).toMatchObject({ allowed: true, level: 'defined' });
    const one = await json(['explain', '-32020', '--era', 'jsonrpc']);
    expect(Object.keys(one.value.eras)).toEqual(['jsonrpc']);
    expect(await json(['explain', '5'])).toMatchObject({ code: 1, value: { meanings: [] } });
  });
});

describe('errata explain <reason>', () => {
  it('reports the number of each era, the strategy and the fields', async () => {
    const { code, out } = await run(['explain', 'DEVICE_UNREACHABLE']);
    expect(code).toBe(0);
    expect(out).toContain('routeros/DEVICE_UNREACHABLE\n');
    expect(out).toContain('-32010 in jsonrpc, 2024-11-05 to 2025-11-25\n');
    expect(out).toContain('-31010 in 2026-07-28\n');
    expect(out).toContain('retry_with_backoff: wait, then call again\n');
    expect(out).toMatch(/data +device_id, /);
  });

  it.each(['not_found', 'NotFound', 'not-found', 'not found'])('takes %j', async (text) => {
    const { code, out } = await run(['explain', text]);
    expect(code).toBe(0);
    expect(out).toContain('routeros/NOT_FOUND');
    expect(out).toContain('sql-fun/NOT_FOUND');
  });

  it.each(['UNREACHABLE', 'TIMEOUT', 'UNEXPECTED', 'INVALID_INPUT', 'CONFLICT', 'RATE_LIMITED'])(
    'knows what guard and the kit send, before the systems: %s',
    async (reason) => {
      const { code, out } = await run(['explain', reason]);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^errata/${reason}\\n`));
    },
  );

  it('knows what toolError sends', async () => {
    const { out } = await run(['explain', 'TOOL_ERROR']);
    expect(out).toMatch(/^tool\/TOOL_ERROR\n/);
    expect((await run(['explain', 'tool/TOOL_ERROR'])).out).toBe(out);
  });

  it('looks in a catalog of your own first', async () => {
    const file = join(folder, 'catalog.mjs');
    const core = import.meta.resolve('@errata/core');
    const row = `CONFLICT: { code: -31001, title: 'Taken', category: 'stock', recovery: 'fix_and_retry' }`;
    writeFileSync(
      file,
      `import { defineCatalog } from '${core}';\nexport const shop = defineCatalog('shop', { ${row} });`,
    );
    const { code, out } = await run(['explain', 'CONFLICT', '--catalog', file]);
    expect(code).toBe(0);
    expect(out).toMatch(/^shop\/CONFLICT\n[^]*\n\nerrata\/CONFLICT\n/);
    expect((await run(['explain', '-31001', '--catalog', file])).out).toMatch(/CONFLICT +shop\n/);
    expect((await run(['explain', file])).err).toContain(`--catalog ${file}`);
  });

  it('takes the form that it prints itself', async () => {
    const { out } = await run(['explain', 'sql-fun/NOT_FOUND']);
    expect(out).toMatch(/^sql-fun\/NOT_FOUND\n/);
    expect(out).not.toContain('routeros');
  });

  it('knows names that only implementations have', async () => {
    const { code, out } = await run(['explain', 'SessionNotFound']);
    expect(code).toBe(0);
    expect(out).toMatch(/-32001 +C# SDK/);
  });

  it.each([
    [['INTERNAL_EROR'], '; did you mean INTERNAL_ERROR?'],
    [['TOOL_UNKNOWN'], '; did you mean UNKNOWN_TOOL?'],
    [['zzzz'], 'unknown name "zzzz"\n'],
    [
      ['engram/NOT_FOUND'],
      'engram declares no "NOT_FOUND"; it is declared by errata, routeros, sql-fun',
    ],
    [['HEADER_MISMATCH', '--era', 'jsonrpc'], 'in jsonrpc; other eras do'],
  ])('finds nothing for %j and says so on stderr', async (rest, message) => {
    const { code, out, err } = await run(['explain', ...rest]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
  });

  it('gives programs the facts', async () => {
    const { value } = await json(['explain', 'device_unreachable', '--era', '2026-07-28']);
    expect(value).toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      failures: [
        {
          domain: 'routeros',
          code: -32010,
          recovery: 'retry_with_backoff',
          retryable: true,
          numbers: { '2026-07-28': { code: -31010, allowed: true } },
        },
      ],
      elsewhere: [],
    });
    expect(await json(['explain', 'zzzz'])).toEqual({
      code: 1,
      value: { reason: 'ZZZZ', failures: [], elsewhere: [] },
    });
  });
});

describe('what cannot be explained', () => {
  it.each([
    [['3.5'], '"3.5" is not a code: JSON-RPC 2.0 §5.1 wants an integer'],
    [['-3.5'], '"-3.5" is not a code'],
    [['1e3'], '"1e3" is not a code'],
    [['-32001abc'], '"-32001abc" is not a code'],
    [[''], 'the code or reason is empty'],
    [['???'], '"???" is neither a code nor a reason'],
    [['99999999999999999999'], 'is too large for a code'],
    [['nowhere/NOT_FOUND'], 'unknown catalog "nowhere"'],
    [['-32001', '--era', '2026'], 'unknown era "2026"; did you mean 2026-07-28?\nOne of: '],
    [['-32001', '--era', ''], 'unknown era ""\nOne of: '],
  ])('refuses %j', async (rest, message) => {
    const { code, out, err } = await run(['explain', ...rest]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^errata: /);
  });
});
