import { describe, expect, it } from 'vitest';
import { checkSource, readSource } from './check-files.js';
import type { SqlFlags } from './check-io.js';
import { fakeIo } from '../../lab/testing/fake-io.js';
import { fakeAnalyzer, type FakeOptions } from '../../lab/testing/fake-analyzer.js';
import { makeFolder } from '../../lab/testing/make-folder.js';

async function check(file: string, text: string, flags: SqlFlags = {}, options: FakeOptions = {}) {
  const { analyzer, asked } = fakeAnalyzer(options);
  const checked = await checkSource({ file, text }, analyzer, flags, '/project');
  const found = checked.findings.map(({ line, column, severity, reason, query }) =>
    [`${line}:${column}`, severity, reason, ...(query === undefined ? [] : [query])].join(' '),
  );
  return { checked, found, asked };
}

describe('checkSource', () => {
  it.each([
    ['one error', 'SELECT emial', ['1:8 error COLUMN_NOT_FOUND']],
    [
      'two statements',
      'SELECT emial;\nSELECT 1, nmae',
      ['1:8 error COLUMN_NOT_FOUND', '2:11 error COLUMN_NOT_FOUND'],
    ],
    ['a warning', 'DELETE FROM users', ['1:1 warning NO_WHERE']],
    ['a note', 'SELECT nope()', ['1:8 note UNRESOLVED']],
    [
      'after parameters',
      "SELECT :a, :'bb', @ccc, {{ dddd }}, emial",
      ['1:37 error COLUMN_NOT_FOUND'],
    ],
    ['after other characters', "SELECT '😀é', :größe, emial", ['1:22 error COLUMN_NOT_FOUND']],
    ['with Windows lines', 'SELECT 1,\r\n  emial\r\n', ['2:3 error COLUMN_NOT_FOUND']],
    [
      'after commands of psql',
      '\\set x 12345\nSELECT :x,\n emial;',
      ['3:2 error COLUMN_NOT_FOUND'],
    ],
    [
      'after a variable of two statements',
      "\\set x 'SELECT 1; SELECT 2'\n:x;\n-- name: X :one\nSELECT emial",
      ['4:8 error COLUMN_NOT_FOUND X'],
    ],
    ['within a variable', '\\set x emial\nSELECT :x', ['2:8 error COLUMN_NOT_FOUND']],
    ['after data', 'COPY t FROM stdin;\nemial\n\\.\nSELECT emial;', ['4:8 error COLUMN_NOT_FOUND']],
    ['with a name', '-- name: GetUser :one\nSELECT emial', ['2:8 error COLUMN_NOT_FOUND GetUser']],
    ['skipped commands', '\\copy a to b\n\\copy c to d\nSELECT 1', ['1:1 note PSQL_COMMAND']],
    ['an include outside', '\\i ../x.sql\nSELECT 1', ['1:1 note PSQL_COMMAND']],
    [
      'a parameter that is a table',
      'SELECT emial FROM :"table"; SELECT nmae',
      ['1:19 note PARAMETER_PLACE', '1:36 error COLUMN_NOT_FOUND'],
    ],
    ['a template in a literal', "SELECT 'wrong {{ x }}'", ['1:8 note PARAMETER_IN_LITERAL']],
    ['an analyzer that fails', 'SELECT 1, die', ['1:1 error NOT_CHECKED']],
    ['nothing', '-- nothing', []],
  ])('reports %s', async (_, text, expected) => {
    expect((await check('a.sql', text)).found).toEqual(expected);
  });

  it.each([
    ['a template', 'const a = sql`SELECT emial`;', ['1:22 error COLUMN_NOT_FOUND'], 0],
    ['after parameters', 'sql`SELECT ${x.y.z},\n  emial`', ['2:3 error COLUMN_NOT_FOUND'], 0],
    ['after an escape', 'sql`SELECT \\`, emial`', ['1:16 error COLUMN_NOT_FOUND'], 0],
    ['fragments', 'sql`WHERE emial = ${y}`; sql``; sql`SET a = 1`; sql`SELECT 1`', [], 3],
    [
      'a table as parameter',
      'sql`SELECT emial FROM ${t}`; sql`SELECT nmae`',
      ['1:23 note PARAMETER_PLACE', '1:41 error COLUMN_NOT_FOUND'],
      0,
    ],
    [
      'a parameter in a literal',
      "sql`SELECT 'wrong ${x}', nmae`",
      ['1:12 note PARAMETER_IN_LITERAL', '1:26 error COLUMN_NOT_FOUND'],
      0,
    ],
    ['a literal', "sql`SELECT 'wrong', ${x}`", ['1:12 error WRONG_TYPE'], 0],
    ['parentheses', 'sql`((SELECT emial))`', ['1:14 error COLUMN_NOT_FOUND'], 0],
  ])('reports in TypeScript: %s', async (_, text, expected, fragments) => {
    const { found, checked } = await check('a.ts', text);
    expect([found, checked.fragments]).toEqual([expected, fragments]);
  });

  it('reports all syntax errors, and all else', async () => {
    const text = 'SELECT 1 FORM a;\nSELECT emial;\n-- name: X :one\nSELECT 2 FORM b;\nSELECT nmae';
    const { found, checked } = await check('a.sql', text);
    expect(found).toEqual([
      '1:10 error INVALID_SQL',
      '2:8 error COLUMN_NOT_FOUND',
      '4:10 error INVALID_SQL X',
      '5:8 error COLUMN_NOT_FOUND',
    ]);
    expect(checked.statements.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
  });

  it('asks about a script in one text, and about each template by itself', async () => {
    expect((await check('a.sql', 'SELECT 1; SELECT :a')).asked).toEqual(['SELECT 1; SELECT $1']);
    expect((await check('a.tsx', 'sql`SELECT 1` + sql`SELECT ${a}`')).asked).toEqual([
      ...['SELECT 1', 'SELECT $1'],
    ]);
  });

  it('uses the tags that are given', async () => {
    expect((await check('a.js', 'pg`SELECT 1`; sql`SELECT 2`', { tag: ['pg'] })).asked).toEqual([
      'SELECT 1',
    ]);
  });

  it('names the parameters of each statement', async () => {
    const { checked } = await check('a.sql', 'SELECT :a, :b, :a; SELECT ?, @c');
    expect(checked.statements.map(({ parameterNames }) => [...parameterNames])).toEqual([
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [[2, 'c']],
    ]);
  });

  it('lists the files that a script includes, relative to the folder', async () => {
    const { checked } = await check(
      'sub/a.sql',
      '\\i b.sql\n\\ir c.sql\n\\ir ../d.sql\n\\i /etc/x.sql',
    );
    expect(checked.includes).toEqual(['b.sql', 'sub/c.sql', 'd.sql']);
  });

  it('says why a file cannot be read', async () => {
    const { analyzer } = fakeAnalyzer();
    const source = { file: 'a.sql', text: '', unreadable: 'it is not UTF-8' };
    const { findings } = await checkSource(source, analyzer, {}, '/project');
    expect(findings).toEqual([
      {
        ...{ file: 'a.sql', line: null, column: null, code: null, sqlstate: null, didYouMean: [] },
        ...{ severity: 'error', reason: 'UNREADABLE_FILE' },
        message: 'The file cannot be read: it is not UTF-8.',
      },
    ]);
  });
});

describe('readSource', () => {
  it.each([
    ['text', 'é', { file: 'a.sql', text: 'é' }],
    ['a byte order mark', '\ufeffa', { file: 'a.sql', text: 'a' }],
    [
      'Latin-1',
      new Uint8Array([0xe9, 0x20]),
      { file: 'a.sql', text: '', unreadable: 'it is not UTF-8' },
    ],
    [
      'a zero',
      new Uint8Array([0x61, 0]),
      { file: 'a.sql', text: '', unreadable: 'it is not a text file' },
    ],
    [
      '10 MB and more',
      new Uint8Array(10 * 1024 * 1024 + 1),
      { file: 'a.sql', text: '', unreadable: 'it is larger than 10 MB' },
    ],
  ])('reads %s', async (_, content, expected) => {
    const { io } = fakeIo(await makeFolder({ 'a.sql': content }));
    expect(await readSource('a.sql', io)).toEqual(expected);
  });

  it('reads standard input, and says what is missing', async () => {
    const { io } = fakeIo(await makeFolder({ 'b/c': '' }), {
      readStdin: async () => new TextEncoder().encode('SELECT 1'),
    });
    expect(await readSource('-', io)).toEqual({ file: '<stdin>', text: 'SELECT 1' });
    expect(await readSource('x.sql', io)).toEqual({
      file: 'x.sql',
      text: '',
      unreadable: 'it does not exist',
    });
    expect(await readSource('b', io)).toEqual({
      file: 'b',
      text: '',
      unreadable: 'it is a folder',
    });
  });
});
