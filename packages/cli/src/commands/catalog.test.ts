import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../testing/run.js';

const CATALOGS = ['jsonrpc', 'mcp', 'routeros', 'engram', 'erlmcp', 'sql-fun'];

describe('errata catalog', () => {
  it('prints a table, the standard codes first and the rest from the highest down', async () => {
    const { code, out, err } = await run(['catalog', 'sql-fun']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const codes = [...out.matchAll(/^(-\d+) /gm)].map(([, found]) => Number(found));
    expect(codes).toEqual([
      -32700, -32600, -32601, -32602, -32603, -32000, -32010, -32020, -32021, -32030, -32031,
      -32032, -32033, -32034, -32040, -32050, -32051, -32052, -32053,
    ]);
  });

  it('prints the policy of sql-fun: what X and Y mean', async () => {
    const { out } = await run(['catalog', 'sql-fun']);
    const text = out.replace(/\s+/g, ' ');
    expect(text).toContain(
      'are -320XY: X is the category; Y = 0 is its general failure, with data.target and data.name; Y = 1 to 9 are specific ones.',
    );
    expect([...out.matchAll(/^(\d) {2}(\S+) +(\S+)/gm)].map(([, ...row]) => row)).toEqual([
      ['0', 'proxy', 'Proxy'],
      ['1', 'unexpected', 'Unknown'],
      ['2', 'io', 'Expected'],
      ['3', 'client', 'Client'],
      ['4', 'security', 'Security'],
      ['5', 'not-found', 'Not'],
      ['6', '(reserved)', '(Reserved):'],
    ]);
    const { digit_law: law } = JSON.parse((await run(['catalog', 'sql-fun', '--json'])).out) as {
      digit_law: { form: string; x: { digit: number; category: string | null }[]; y: unknown };
    };
    expect(law.form).toBe('-320XY');
    expect(law.x.map(({ category }) => category)).toEqual([
      ...['proxy', 'unexpected', 'io', 'client', 'security', 'not-found'],
      null,
    ]);
    expect(law.y).toEqual({
      '0': { kind: 'general', requires: ['target', 'name'] },
      '1-9': { kind: 'specific' },
    });
  });

  it.each(CATALOGS)('shows every reason of %s in one piece, within 80 columns', async (name) => {
    const { out } = await run(['catalog', name]);
    const { failures } = JSON.parse((await run(['catalog', name, '--json'])).out) as {
      failures: { reason: string; recovery: string }[];
    };
    for (const { reason, recovery } of failures) {
      expect(out).toMatch(new RegExp(`^-\\d+ +${reason} +${recovery}(?: |$)`, 'm'));
    }
    for (const line of out.split('\n').filter((text) => !/[^\x00-\u2fff]/.test(text))) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  it.each(CATALOGS)('gives %s as JSON of the promised shape', async (name) => {
    const { code, out } = await run(['catalog', name, '--format', 'json']);
    expect(code).toBe(0);
    expect((await run(['catalog', name, '--json'])).out).toBe(out);
    const {
      domain,
      failures,
      digit_law: law,
      ...rest
    } = JSON.parse(out) as {
      domain: string;
      failures: Record<string, unknown>[];
      digit_law?: object;
    };
    expect({ domain, rest }).toEqual({ domain: name, rest: {} });
    expect(law !== undefined).toBe(name === 'sql-fun');
    expect(failures.map((failure) => failure['code'])).toEqual(
      expect.arrayContaining([-32700, -32600, -32601, -32602, -32603]),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({
        reason: expect.stringMatching(/^[A-Z][A-Z0-9_]*$/),
        code: expect.any(Number),
        title: expect.any(String),
        category: expect.any(String),
        recovery: expect.stringMatching(
          /^(retry_with_backoff|user_action_required|fix_and_retry|report_and_abort)$/,
        ),
        retryable: expect.any(Boolean),
      });
    }
  });

  it.each(CATALOGS)('gives %s in every other format', async (name) => {
    const schema = JSON.parse((await run(['catalog', name, '--format', 'schema'])).out) as object;
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    const openrpc = JSON.parse((await run(['catalog', name, '--format', 'openrpc'])).out) as object;
    expect(Object.keys(openrpc)).toEqual(['components']);
    const { out } = await run(['catalog', name, '--format', 'markdown']);
    expect(out).toMatch(/^# .+\n\n/);
    expect(out).toContain('-32700');
  });

  it.each(['RouterOS', 'ROUTEROS', 'sqlfun', 'SQL-fun'])('finds %s', async (name) => {
    expect((await run(['catalog', name])).code).toBe(0);
  });

  it.each([
    [['routros'], 'unknown catalog "routros"; did you mean routeros?\nCatalogs: jsonrpc, mcp'],
    [['kubernetes'], 'unknown catalog "kubernetes"\nCatalogs: '],
    [[''], 'unknown catalog ""\n'],
    [['mcp', '--format', 'yaml'], 'unknown format "yaml"\nOne of: table, json'],
    [['mcp', '--format', 'markdwon'], 'did you mean markdown?'],
    [['mcp', '--json', '--format', 'schema'], '--json and --format schema contradict each other'],
  ])('refuses %j', async (rest, message) => {
    const { code, out, err } = await run(['catalog', ...rest]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`errata: ${message}`.replace('errata: did', 'did'));
  });

  it('lets --json and --format json agree', async () => {
    expect((await run(['catalog', 'mcp', '--json', '--format', 'json'])).code).toBe(0);
  });
});

describe('a catalog in a module of the user', () => {
  const core = new URL('../../../core/dist/index.js', import.meta.url).href;

  /** A module as a project builds it, in a folder of its own. */
  function moduleOf(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'errata-catalog-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'catalog.mjs');
    writeFileSync(file, `import { defineCatalog, defineContract } from '${core}';\n${text}`);
    return file;
  }

  const SHOP = `export const shop = defineCatalog('shop', {
    SOLD_OUT: { code: -31001, title: 'Sold out', category: 'stock', recovery: 'report_and_abort', context: { article: 'string', left: 'integer?' } },
  });`;

  it('is printed like the others', async () => {
    const { code, out } = await run(['catalog', moduleOf(SHOP), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ domain: 'shop' });
    expect(out).toContain('"SOLD_OUT"');
  });

  it('is printed with a next step that works for it', async () => {
    const file = moduleOf(SHOP);
    const { out } = await run(['catalog', file]);
    expect(out).toContain('shop: 1 failure\n');
    expect(out.replace(/\s+/gu, ' ')).toContain(`errata explain SOLD_OUT --catalog ${file} tells`);
  });

  it('is printed as a contract file, with its fields and what its contract says', async () => {
    const contract = `${SHOP}\nexport const contract = defineContract({ catalog: shop, toolFailures: () => 'rpc' });`;
    const { out } = await run(['catalog', moduleOf(contract), '--format', 'contract']);
    expect(JSON.parse(out)).toMatchObject({
      domain: 'shop',
      failures: [{ reason: 'SOLD_OUT', code: -31001, fields: ['article', 'left?'] }],
      unreadable_id: 'omit',
      tool_failures: 'rpc',
    });
  });

  it.each([
    ['export const nothing = 1;', 'exports no catalog and no contract'],
    [`${SHOP}\nexport const again = defineCatalog('again', {});`, 'exports 2 contracts'],
    ['throw new Error("no luck");', 'cannot load'],
  ])('of %j is refused with a reason', async (text, why) => {
    const { code, err } = await run(['catalog', moduleOf(text)]);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});
