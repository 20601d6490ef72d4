import { erlmcp } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { createSample } from '../../systems/erlmcp/src/sample/create-sample.js';
import { TOOLS } from '../../systems/erlmcp/src/sample/tools.js';
import { PARTS } from '../../scripts/docs/erlmcp.js';
import { describePage, readPage, rowsOf } from './system-page.js';

const { page, sectionOf } = readPage('erlmcp');

const INITIALIZE =
  '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25"}}';
const ENVELOPE =
  '"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}';

describePage('erlmcp', PARTS);

describe('the page about the system', () => {
  const failures = new Set(erlmcp.definitions.map(({ reason }) => reason));
  it('names no unknown failure', () => {
    const named = page.matchAll(/(?<=`|^)[A-Z]+(?:_[A-Z]+)+(?=`|:)/gm);
    expect([...named].map(([name]) => name).filter((name) => !failures.has(name))).toEqual([]);
  });
});

describe('the table of ids', () => {
  const rows = [
    ...sectionOf('Ids').matchAll(/^\| `(.*?)`[^|]*\| (-\d+) *\| (.*?) *\| (.*?) *\|$/gm),
  ];

  it('has rows', () => expect(rows.length).toBeGreaterThan(12));

  describe.each(['2025-11-25', '2026-07-28'] as const)('in %s', (era) => {
    const modern = era === '2026-07-28';

    it.each(rows.map(([, sent, code, old, now]) => [sent!, code!, (modern ? now : old)!]))(
      '%s is answered with %s under %s',
      async (sent, code, expected) => {
        const connection = createSample().open({ channel: { send: () => undefined }, era });
        if (!modern) await connection.receive(INITIALIZE);
        const text = modern ? sent.replace('"no/such"', `$&,${ENVELOPE}`) : sent;
        const reply = String(await connection.receive(text));
        const id = expected === 'none' ? '' : `"id":${expected.replaceAll('`', '')},`;
        expect(reply.startsWith(`{"jsonrpc":"2.0",${id}"error":{"code":${code},`)).toBe(true);
      },
    );
  });
});

describe('the tables', () => {
  it.each([
    ['tools', TOOLS.map(({ name }) => name)],
    ['reasons', erlmcp.definitions.map(({ reason }) => reason)],
    ['causes', erlmcp.definitions.map(({ reason }) => reason)],
  ] as const)('of %s have a row for each', (name, all) => {
    const rows = rowsOf(PARTS[name]());
    expect(rows.map((row) => /^\| `(\w+)` /.exec(row)?.[1])).toEqual(all);
  });

  it('leave no cause and no advice empty', () => {
    for (const row of rowsOf(PARTS.causes())) expect(row).toMatch(/^\| `\w+` +\| \S.*\S +\| \S/);
  });

  it('have the number of each era, and the members of data', () => {
    expect(rowOf('reasons', 'TOOL_NOT_FOUND')).toMatch(/\| -32002 \| -32602 .*\| `tool` /);
    expect(rowOf('reasons', 'TIMEOUT')).toMatch(/\| -32009 \| -31009 .*\| `tool\?` `details\?` /);
  });

  it('name the revisions of a cause, if not all have it', () => {
    expect(rowOf('causes', 'INVALID_PARAMS')).toContain(
      'A string in place of a number (up to 2025-11-25)',
    );
    expect(rowOf('causes', 'VALIDATION_FAILED')).toContain(
      'A string in place of a number (2026-07-28)',
    );
    expect(rowOf('causes', 'TIMEOUT')).not.toContain('(');
  });

  it('have the arguments with their limits', () => {
    expect(rowOf('tools', 'summarize')).toContain('`words?`: integer, 1 to 1,000, default 50');
    expect(rowOf('tools', 'primes')).toContain('| `count` `largest?` ');
  });
});

function rowOf(name: keyof typeof PARTS, first: string): string | undefined {
  return rowsOf(PARTS[name]()).find((row) => row.startsWith(`| \`${first}\``));
}
