import { faultOf } from '@errata/testing';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodContext } from './method.js';
import { METHODS } from './index.js';
import { FORMATTED } from '../../lab/testing/formatted.js';

const formatted = async (params: object) =>
  (await METHODS.format_sql.run(params, {} as MethodContext)) as {
    sql: string;
    changed: boolean;
    note?: string;
  };

beforeAll(loadModule);

const tree = (sql: string) =>
  JSON.stringify(parseSync(sql), (key, value: unknown) =>
    /location$|stmt_len$|list_(?:start|end)$/.test(key) ? undefined : value,
  );

describe('format_sql', () => {
  it('puts each clause on lines of its own', async () => {
    const sql = "select id,name from users where name like 'a%' and id>$1 order by id";
    expect(await formatted({ sql })).toEqual({
      sql: [
        'select',
        '  id,',
        '  name',
        'from',
        '  users',
        'where',
        "  name like 'a%'",
        '  and id > $1',
        'order by',
        '  id',
      ].join('\n'),
      changed: true,
    });
  });

  it('takes the case of keywords and the indentation', async () => {
    const { sql } = await formatted({ sql: 'select a from t', keyword_case: 'upper', indent: 4 });
    expect(sql).toBe('SELECT\n    a\nFROM\n    t');
  });

  it('says when there was nothing to do', async () => {
    const sql = 'select\n  a\nfrom\n  t';
    expect(await formatted({ sql })).toEqual({ sql, changed: false });
  });

  it.each(FORMATTED)('keeps what it means: %s', async (sql) => {
    const result = await formatted({ sql });
    expect(result.note).toBeUndefined();
    expect(tree(result.sql)).toBe(tree(sql));
    const again = await formatted({ sql: result.sql });
    expect(again).toEqual({ sql: result.sql, changed: false });
  });

  it.each([
    ['line comments', 'select 1 -- one\n, 2 -- two\nfrom t', ['-- one', '-- two']],
    ['block comments', 'select /* a */ 1 /* b /* nested */ c */', ['/* a */', 'nested']],
    ['comments before and after', '-- first\nselect 1;\n-- last', ['-- first', '-- last']],
  ])('keeps %s', async (_what, sql, comments) => {
    const result = await formatted({ sql });
    expect(tree(result.sql)).toBe(tree(sql));
    for (const comment of comments) expect(result.sql).toContain(comment);
  });

  it('gives back what would take too long', async () => {
    const sql = `select '${'x'.repeat(70_000)}'`;
    const result = await formatted({ sql });
    expect(result).toMatchObject({ sql, changed: false });
    expect(result.note).toContain('longer than 65536 characters');
  });

  it.each([
    ['what is nested deeply', `select ${'('.repeat(2000)}1${')'.repeat(2000)}`],
    ['what would be mostly indentation', `select ${'('.repeat(190)}1${')'.repeat(190)}`],
    ['what it does not know', 'select 0o17'],
    ['what it would spoil', "select 'a'\n'b'"],
    ['what is chained for long', `select ${'1+'.repeat(3000)}1`],
  ])('gives back what the formatter cannot take: %s', async (_what, sql) => {
    const result = await formatted({ sql });
    expect(result).toMatchObject({ sql, changed: false });
    expect(result.note).toContain('left as it is');
  });

  it('shows where SQL is invalid', async () => {
    const fault = await faultOf(formatted({ sql: "select 'ä',\n from t" }));
    expect(fault).toMatchObject({ code: -32031, title: 'Invalid SQL' });
    expect(fault.context).toMatchObject({ position: 14, sqlstate: '42601' });
    expect(fault.details).toBe('syntax error at or near "from" at line 2, column 2');
  });

  it('never changes the meaning of a text that is put together at random', async () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        '"B"',
        "'x'",
        '1.5',
        '$1',
        '(1)',
        'a.b',
        "'{}'::jsonb",
        '$$q$$',
        'case when a then b end',
      ],
      ...[
        "e'\\n'",
        'array[1,2]',
        'f(a, b)',
        '-1',
        'not a',
        'a is null',
        'x[1]',
        "interval '1 day'",
      ],
    );
    const operator = fc.constantFrom(
      '+',
      '->>',
      '@>',
      '||',
      'and',
      ', ',
      '-- c\n,',
      '/* c */ =',
      '<>',
    );
    const text = fc
      .tuple(piece, fc.array(fc.tuple(operator, piece), { maxLength: 6 }))
      .map(([first, rest]) => `select ${first} ${rest.flat().join(' ')} from t`);
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        try {
          parseSync(sql);
        } catch {
          return;
        }
        const result = await formatted({ sql });
        expect(tree(result.sql)).toBe(tree(sql));
        expect((await formatted({ sql: result.sql })).changed).toBe(false);
      }),
    );
  });
});
