import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.js';

const split = (text: string) =>
  splitStatements(text).map(({ start, end }) => text.slice(start, end));

describe('splitStatements', () => {
  it.each([
    ['nothing', '', []],
    ['blanks, comments and empty statements', ' ;; -- a;b\n /* c; /* d; */ e; */ ;', []],
    ['two statements', 'select 1; select 2', ['select 1', 'select 2']],
    ['statements that psql sends together', 'a \\; b;\nc', ['a', 'b', 'c']],
    ['comments around', '/* a */ select 1 -- b\n; -- c', ['select 1']],
    ['strings', `select ';', 'it''s;'; x`, [`select ';', 'it''s;'`, 'x']],
    ['a backslash in a plain string', `select '\\'; x`, [`select '\\'`, 'x']],
    ['escapes', `select E'\\';', e'\\\\'; x`, [`select E'\\';', e'\\\\'`, 'x']],
    ['escapes over two lines', `select E'a'\n  'b\\';c'; x`, [`select E'a'\n  'b\\';c'`, 'x']],
    ['a name that ends with e before a string', `select type'\\'; x`, [`select type'\\'`, 'x']],
    ['quoted names', 'select "a;""b;"; x', ['select "a;""b;"', 'x']],
    ['dollar quotes', 'do $$ a; $x$ b; $$; x', ['do $$ a; $x$ b; $$', 'x']],
    ['named dollar quotes', 'do $é1$ a; $$ $é1$; x', ['do $é1$ a; $$ $é1$', 'x']],
    ['parameters', 'select $1;$2', ['select $1', '$2']],
    ['a dollar within a name', 'select a$b$;x$b$', ['select a$b$', 'x$b$']],
    ['parentheses', 'create rule r as do (a; b); x', ['create rule r as do (a; b)', 'x']],
    ['a missing parenthesis', 'select (1; (x; y', ['select (1', '(x', 'y']],
    ['too many parentheses', 'a)); b', ['a))', 'b']],
    ['nested comments', 'a /* ; /* ; */ ; */ ; b', ['a', 'b']],
    ['a comment in an operator', 'select 1 +--;\n 2; x', ['select 1 +--;\n 2', 'x']],
    ['a string without an end', `a; select 'b; c`, ['a', `select 'b; c`]],
    ['a comment without an end', 'a; /* b; c', ['a', '/* b; c']],
    ['a nested comment without an end', 'a /* b /* c; */ d', ['a /* b /* c; */ d']],
    ['a dollar quote without an end', 'a; $x$ b; c', ['a', '$x$ b; c']],
    ['an escape at the end', `a; E'\\`, ['a', `E'\\`]],
  ])('tells statements apart: %s', (_, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it.each([
    ['create function f() returns int begin atomic select 1; select 2; end'],
    ['CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC insert into t values (1); END'],
    [
      'create function f() returns int begin atomic select case when a then 1 end; select (case 1 when 2 then 3 end); end',
    ],
    [
      'create function f(a int default case when true then 1 end) returns int begin atomic select 1; end',
    ],
  ])('keeps the body of an SQL function in one piece: %s', (statement) => {
    expect(split(`${statement}; select 3`)).toEqual([statement, 'select 3']);
  });

  it('takes begin and end for a body nowhere else', () => {
    expect(split('begin; select 1; end; begin atomic; x')).toEqual([
      ...['begin', 'select 1', 'end', 'begin atomic', 'x'],
    ]);
  });

  it('leaves out the data of a COPY', () => {
    const text = `COPY public.t (a, b) FROM stdin;\n1\tit's; $$\n\\\\.\n\\.\n\nselect 1;\ncopy t to stdout; x`;
    expect(split(text)).toEqual([
      'COPY public.t (a, b) FROM stdin',
      'select 1',
      'copy t to stdout',
      'x',
    ]);
    const [copy, select] = splitStatements(text);
    expect(text.slice(copy!.endOfData)).toMatch(/^\n\nselect 1;/);
    expect(select!.endOfData).toBe(select!.end);
  });

  it('takes all that is left for data where their end is missing', () => {
    expect(split('copy t from stdin;\n1\n2; select 3')).toEqual(['copy t from stdin']);
  });

  it('leaves out the commands of psql', () => {
    const text =
      "\\restrict a'b\n\\connect db\nselect 1;\n\\unrestrict a\nselect\n\\echo it's\n 2; select 3 \\gset\nselect 4";
    expect(split(text)).toEqual(['select 1', "select\n\\echo it's\n 2", 'select 3', 'select 4']);
    expect(splitStatements(text).map(({ holes }) => holes.length)).toEqual([0, 1, 0, 0]);
  });

  const quoted = fc.oneof(
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.string().map((text) => `$tag$${text.replaceAll('$tag$', '')} $tag$`),
    fc.string().map((text) => `/* ${text.replace(/[/*]/g, '')} /* ; */ */`),
    fc.string().map((text) => `-- ${text.replaceAll('\n', '')}\n`),
    fc.constantFrom('a', 'begin', 'e', '1', '$1', '+', 'é', '😀'),
  );
  const statement = fc
    .array(
      fc.oneof(
        quoted,
        fc.array(quoted).map((parts) => `( ${parts.join(' ; ')} )`),
      ),
    )
    .map((parts) => `create rule x ${parts.join(' ')} y`);

  it('finds exactly the statements, whatever is quoted in them', () => {
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(split(statements.join(' ;\n'))).toEqual(statements);
      }),
    );
  });

  it('takes any text, and gives parts of it that are in order', () => {
    const marks = fc.constantFrom(
      ...`;'"$()\\\n`,
      '/*',
      '*/',
      '--',
      "E'",
      '$$',
      'copy from stdin;',
    );
    const text = fc.array(fc.oneof(marks, fc.string())).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (each) => {
        let at = 0;
        for (const { start, end } of splitStatements(each)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(each.length);
      }),
    );
  });
});
