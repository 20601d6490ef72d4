import { readdirSync, readFileSync } from 'node:fs';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { describe, expect, it } from 'vitest';
import { describePlace, PARTS } from '../../scripts/docs/sql-fun.js';
import { METHOD_NAMES } from '../../systems/sql-fun/src/methods/index.js';
import { parseConfig } from '../../systems/sql-fun/src/policy/config.js';
import { describePage, readPage, rowsOf as linesOf } from './system-page.js';

const { page, sectionOf } = readPage('sql-fun');

describePage('sql-fun', PARTS);

describe('the page about the system', () => {
  it('speaks of no failure that does not exist', () => {
    const failures = new Set(sqlFun.definitions.map(({ reason }) => reason));
    const named = page.matchAll(/(?<=`|^)[A-Z]+(?:_[A-Z]+)+(?=`|:)/gm);
    const variables = new Set(['XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']);
    const unknown = [...named]
      .map(([name]) => name)
      .filter((name) => !failures.has(name) && !variables.has(name));
    expect(unknown).toEqual([]);
  });

  it('speaks of no number that no failure has', () => {
    const own = new Set(sqlFun.definitions.flatMap(({ code }) => [code, code + 1000]));
    const bounds = new Set([-32000, -32099]);
    const numbers = [...page.matchAll(/[-−](3[12]\d{3})\b/g)].map(([, digits]) => -Number(digits));
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter((number) => !own.has(number) && !bounds.has(number))).toEqual([]);
  });

  it('shows a config that says all that can be said', () => {
    const [, toml] = /```toml\n([\s\S]*?)```/.exec(sectionOf('`sql-fun.toml`'))!;
    expect(parseConfig(toml!)).toEqual({
      default: 'develop',
      searchPath: ['public', 'sales'],
      serverVersion: 16,
      schemas: { production: 'dumps/production.sql' },
      expose: {
        '*': { columns: '*' },
        'sales.*': { columns: '*' },
        'sales.customers': { columns: ['id', 'name'] },
        payroll: { columns: [] },
      },
    });
  });
});

describe('the reasons under troubleshooting', () => {
  const [, table] = /^\| `details`.*\n.*\n((?:\|.*\n)+)/m.exec(sectionOf('Troubleshooting'))!;
  const reasons = table!
    .trim()
    .split('\n')
    .flatMap((row) =>
      [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, reason]) => reason!),
    );
  const sources = ['proxy', 'daemon', 'worker'].map(sourcesOf).join('\n');

  it('are there', () => expect(reasons.length).toBeGreaterThan(12));

  it.each(reasons)('“%s” is what the program says', (reason) => {
    const parts = reason
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });
});

describe('the tables', () => {
  const reasons = sqlFun.definitions.map(({ reason }) => reason);

  it('of tools have a row for each', () => {
    expect(firstCells('tools')).toEqual(METHOD_NAMES.map((name) => `\`${name}\``));
  });

  it('of reasons have a row for each, with something to do', () => {
    expect(firstCells('reasons').sort()).toEqual(reasons.map((reason) => `\`${reason}\``).sort());
    for (const row of rowsOf('reasons')) expect(row.at(-1)).toMatch(/\S/);
  });

  it('of causes have a real one for each', () => {
    const caused = rowsOf('causes')
      .filter((row) => !row[3]!.startsWith('nowhere'))
      .map((row) => row[1]!.replaceAll('`', ''));
    expect([...new Set(caused)].sort()).toEqual([...reasons].sort());
  });

  it('tell the number of each era', () => {
    const [, ...row] = rowsOf('reasons').find(([name]) => name === '`TABLE_NOT_FOUND`')!;
    expect(row.slice(0, 4)).toEqual([
      ...['-32051', '-31051', 'Table not found'],
      '`target` `name` `schema?` `position?` `sqlstate?`',
    ]);
  });

  it('tell the categories with their codes, and that the six is reserved', () => {
    const codes = rowsOf('categories').map(([x, , , own]) => [x, own]);
    expect(codes.slice(5)).toEqual([
      ['5', '-32050 -32051 -32052 -32053'],
      ['6', ''],
    ]);
  });

  it('tell arguments with their limits', () => {
    const [, , args] = rowsOf('tools').find(([name]) => name === '`format_sql`')!;
    expect(args).toBe(
      '`sql`: string; `keyword_case?`: upper/lower/preserve, default preserve; `indent?`: integer, 1 to 8, default 2',
    );
  });
});

describe('describePlace', () => {
  it.each([
    ['', undefined],
    [
      'the proxy',
      ({ transport }: { transport: string }) => (transport === 'tcp' ? 'x' : undefined),
    ],
    ['TCP', ({ transport }: { transport: string }) => (transport === 'tcp' ? undefined : 'x')],
    ['up to 2025-11-25', ({ era }: { era: string }) => (era === '2026-07-28' ? 'x' : undefined)],
    ['2026-07-28', ({ era }: { era: string }) => (era === '2026-07-28' ? undefined : 'x')],
    ['nowhere: nobody can', () => 'nobody can'],
  ])('says “%s”', (text, impossible) => expect(describePlace(impossible)).toBe(text));
});

function rowsOf(part: keyof typeof PARTS): string[][] {
  return linesOf(PARTS[part]()).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function firstCells(part: keyof typeof PARTS): string[] {
  return rowsOf(part).map(([first]) => first!);
}

function sourcesOf(folder: string): string {
  const path = new URL(`../../systems/sql-fun/src/${folder}/`, import.meta.url);
  return readdirSync(path)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, path), 'utf8'))
    .join('\n');
}
