import { engram, ToolResultErrorCode } from '@errata/catalogs/engram';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../systems/engram/src/policy/rules.js';
import { MODULES } from '../../systems/engram/src/settings/options.js';
import { TOOL_ARGUMENTS } from '../../systems/engram/src/tools/arguments.js';
import { TOOLS } from '../../systems/engram/src/tools/tools.js';
import { describeType, PARTS } from '../../scripts/docs/engram.js';
import { describePage, readPage, rowsOf } from './system-page.js';

const { page } = readPage('engram');

describePage('engram', PARTS);

describe('the page about the system', () => {
  it('speaks of no tool that does not exist', () => {
    const named = page.matchAll(
      /(?<=`|ask |post )(?:memory|evidence|governance|reliability)_[a-z]+(?=`| ')/g,
    );
    // Members of results and settings have names that begin alike.
    const members = ['memory_id', 'evidence_mode', ...Object.keys(RULES)];
    const unknown = [...named].filter(
      ([name]) => !Object.hasOwn(TOOLS, name) && !members.includes(name),
    );
    expect(unknown.map(([name]) => name)).toEqual([]);
  });

  it('names every module', () => {
    for (const module of MODULES) expect(page).toContain(`\`${module}\``);
  });
});

describe('the tables', () => {
  it.each([
    ['tools', Object.keys(TOOLS)],
    ['reasons', engram.definitions.map(({ reason }) => reason)],
    ['causes', engram.definitions.map(({ reason }) => reason)],
    ['codes', Object.keys(ToolResultErrorCode)],
    ['rules', Object.keys(RULES)],
  ] as const)('of %s have a row for each', (name, all) => {
    const rows = rowsOf(PARTS[name]());
    expect(rows.map((row) => /^\| `(\w+)` /.exec(row)?.[1])).toEqual(all);
  });

  it('have every argument', () => {
    const count = Object.values(TOOL_ARGUMENTS).flatMap(({ shape }) => Object.keys(shape)).length;
    expect(rowsOf(PARTS.arguments())).toHaveLength(count);
  });

  it('tell the number of each era', () => {
    const row = rowsOf(PARTS.reasons()).find((line) => line.includes('`AUTH_FAILED`'));
    expect(row).toMatch(/\| -32002 \| -31002 +\| business +\| no /);
  });

  it('have all eight forms of a result, and nine situations of an error', () => {
    expect(rowsOf(PARTS.results())).toHaveLength(8);
    expect(rowsOf(PARTS.errors())).toHaveLength(9);
  });
});

describe('describeType', () => {
  it.each([
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'integer', minimum: 1, maximum: 10_000 }, 'integer, 1 to 10,000'],
    [{ type: 'string', pattern: '^[^\\x00]*$', maxLength: 5 }, 'text, at most 5 characters'],
    [{ type: 'string', enum: ['a', 'b'] }, '`a` `b`'],
    [{ type: 'string', pattern: '^x+$' }, '`^x+$`'],
    [{ type: 'array', maxItems: 2, items: { type: 'string' } }, 'list of at most 2: text'],
    [{ type: 'object', properties: { a: {} } }, 'object with `a`'],
    [{ type: 'object' }, 'object'],
  ])('of %j is %s', (schema, words) => expect(describeType(schema)).toBe(words));
});
