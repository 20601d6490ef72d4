import { readFileSync } from 'node:fs';
import { engram, ToolResultErrorCode } from '@errata/catalogs/engram';
import { createTerminal, runCli } from '@errata/cli';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../systems/engram/src/policy/rules.js';
import { MODULES } from '../../systems/engram/src/settings/resolve-options.js';
import { TOOL_ARGUMENTS } from '../../systems/engram/src/tools/arguments.js';
import { TOOLS } from '../../systems/engram/src/tools/tools.js';
import { describeType, PARTS } from '../../scripts/docs/engram.js';
import { insertParts } from '../../scripts/docs/markdown.js';

const page = readFileSync(new URL('../../docs/systems/engram.md', import.meta.url), 'utf8');

describe('the page about the system', () => {
  it('has the tables as they are generated now', () => {
    expect(insertParts(page, PARTS)).toBe(page);
  });

  it('is written anew where a table is old', () => {
    const old = page.replace(/(<!-- generated: \S+ -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g, '$1old');
    expect(old).not.toBe(page);
    expect(insertParts(old, PARTS)).toBe(page);
  });

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

  it('names every flag of the command and every variable, and no other', async () => {
    const help = await helpOf('serve', 'engram');
    const flags = (text: string) => new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g));
    const shown = flags(page.slice(page.indexOf('## All flags'), page.indexOf('## All tools')));
    const there = [...flags(help)].filter((flag) => flag !== '--help');
    expect([...shown].sort()).toEqual(there.sort());
    for (const [variable] of help.matchAll(/ERRATA_\w+/g)) expect(page).toContain(`$${variable}`);
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
    const rows = PARTS[name]().split('\n').slice(2);
    expect(rows.map((row) => /^\| `(\w+)` /.exec(row)?.[1])).toEqual(all);
  });

  it('have every argument', () => {
    const count = Object.values(TOOL_ARGUMENTS).flatMap(({ shape }) => Object.keys(shape)).length;
    expect(PARTS.arguments().split('\n').slice(2)).toHaveLength(count);
  });

  it('tell the number of each era', () => {
    const row = PARTS.reasons()
      .split('\n')
      .find((line) => line.includes('`AUTH_FAILED`'));
    expect(row).toMatch(/\| -32002 \| -31002 +\| business +\| no /);
  });

  it('have all eight forms of a result, and nine situations of an error', () => {
    expect(PARTS.results().split('\n').slice(2)).toHaveLength(8);
    expect(PARTS.errors().split('\n').slice(2)).toHaveLength(9);
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

async function helpOf(...command: string[]): Promise<string> {
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  const terminal = createTerminal({ stdout: stream, stderr: stream, env: {} });
  await runCli([...command, '--help'], terminal);
  return text;
}
