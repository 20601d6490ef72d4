import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplacedText } from '../text/source-text.js';
import { splitStatements } from '../text/split-statements.js';
import type { ParameterStyle } from './check-io.js';
import { findParameters, readScript } from './read-script.js';

/** The statements as they are checked. */
function statementsOf(script: string): string[] {
  const { text } = readScript(script, 'auto').units[0]!.replaced;
  return splitStatements(text).map(({ start, end }) => text.slice(start, end));
}

describe('readScript', () => {
  it.each([
    ['statements', 'select 1; select 2;', ['select 1', 'select 2']],
    ['commands between statements', 'select 1;\n\\echo a\nselect 2', ['select 1', 'select 2']],
    ['a command before all', '\\set a 1\nselect :a', ['select 1']],
    ['a command that sends', 'select 1 \\gset\nselect 2', ['select 1', 'select 2']],
    ['a command within a statement', 'select\n\\echo :a\n 1', ['select\n\\echo :a\n 1']],
    ['data', 'copy t from stdin;\n1\t:a\n\\.\nselect 2', ['copy t from stdin', 'select 2']],
    ['a variable that is set later', 'select :a;\n\\set a 1\nselect :a', ['select $1', 'select 1']],
    ['values with quotes', "\\set a '''x y'''\nselect :a, :'a'", ["select 'x y', '''x y'''"]],
    ['several values', "\\set a 1 ' + ' 2\nselect :a", ['select 1 + 2']],
    ['a variable of a variable', '\\set a 1\n\\set b :a\nselect :b', ['select 1']],
    [
      'a variable of statements',
      "\\set a 'select 1; select 2'\n:a; select :b",
      ['select 1', 'select 2', 'select $1'],
    ],
    ['numbers that begin again', 'select :a, :b; select :b', ['select $1, $2', 'select $1']],
    ['nothing', '-- only a comment', []],
  ])('reads %s', (_, script, expected) => expect(statementsOf(script)).toEqual(expected));

  it.each([
    ['-- name: GetUser :one\nselect 1', ['GetUser']],
    [
      '/* name: GetUser :one */ select 1;\n-- name: Two :many\n-- a comment\nselect 2; select 3',
      ['GetUser', 'Two', undefined],
    ],
    ['/* @name GetUser */ select 1', ['GetUser']],
  ])('names queries by their header: %s', (script, names) => {
    const [unit] = readScript(script, 'auto').units;
    const starts = splitStatements(script).map(({ start }) => start);
    expect(starts.map((start) => unit!.about(start).name)).toEqual(names);
  });

  it('lists includes, and one skipped command of each kind', () => {
    const { includes, skipped } = readScript(
      "\\i a.sql\n\\ir 'b c.sql'\nselect 1;\n\\copy t to x\n\\copy u to y\n\\if :a\n\\endif\n\\timing",
      'auto',
    );
    expect(includes.map(({ name, words }) => [name, ...words])).toEqual([
      ['i', 'a.sql'],
      ['ir', 'b c.sql'],
    ]);
    expect(skipped.map(({ name }) => name)).toEqual(['copy', 'if', 'endif']);
  });

  it('does not read the data of a COPY as commands', () => {
    const { skipped, includes } = readScript(
      'copy t from stdin;\n\\i x\n\\N\n\\.\n\\i y\n',
      'auto',
    );
    expect([skipped, includes.map(({ words }) => words)]).toEqual([[], [['y']]]);
  });
});

function replaced(
  text: string,
  style: ParameterStyle = 'auto',
  variables: Record<string, string> = {},
) {
  const known = new Map(Object.entries(variables));
  const { substitutes } = findParameters(text, { start: 0, end: text.length }, style, known);
  return new ReplacedText(text, substitutes).text;
}

describe('findParameters', () => {
  it.each([
    // $n
    ['select $1, $2', 'select $1, $2'],
    ['select $2, :a', 'select $2, $3'],
    // :name
    ['where a = :id and b = :name or c = :id', 'where a = $1 and b = $2 or c = $1'],
    ['select :a::int, b::text, c :: text', 'select $1::int, b::text, c :: text'],
    [
      'select \':a\', $$ :b $$, ":c" -- :d\n /* :e */',
      'select \':a\', $$ :b $$, ":c" -- :d\n /* :e */',
    ],
    ['call f(a := 1, b => :b)', 'call f(a := 1, b => $1)'],
    ['select a[1:n], a[x:y], a[:n], a[1::i]', 'select a[1:n], a[x:y], a[$1], a[1::i]'],
    ['select :\'text\', :"name"', 'select $1, $2'],
    ['select :größe', 'select $1'],
    // @name
    ['where id=@id and b > @b or c = @id', 'where id=$1 and b > $2 or c = $1'],
    ['where a @> b and c <@d and e @@ f and g @@h', 'where a @> b and c <@d and e @@ f and g @@h'],
    ["where a @? '$.b' and @ -5 = 5", "where a @? '$.b' and @ -5 = 5"],
    // ?
    ['where a = ? and b in (?, ?) limit ?', 'where a = $1 and b in ($2, $3) limit $4'],
    [
      "where data ? 'a' and data ?| array['b'] and data ?& array[?]",
      "where data ? 'a' and data ?| array['b'] and data ?& array[$1]",
    ],
    [
      "where data->'a' ? 'b' and f(x) ? ? and a[1] ? 'c'",
      "where data->'a' ? 'b' and f(x) ? $1 and a[1] ? 'c'",
    ],
    [
      "select ?::int, ? || 'a', '?' where a like ?",
      "select $1::int, $2 || 'a', '?' where a like $3",
    ],
    ['values (?,?)', 'values ($1,$2)'],
    ['where a between ? and ? and not ?', 'where a between $1 and $2 and not $3'],
    ['where a ?? b', 'where a ?? b'],
    // {{ name }}
    ['where a = {{ id }} and b = {{name}} or c = {{id}}', 'where a = $1 and b = $2 or c = $1'],
    ["where a = '{{ id }}' and b = '{{1}}'::int[]", "where a = '{{ id }}' and b = '{{1}}'::int[]"],
    ['where a = {{ id', 'where a = {{ id'],
    // sqlc
    [
      "where a = sqlc.arg(id) and b = sqlc.narg('name') and c in (sqlc.slice('ids'))",
      'where a = $1 and b = $2 and c in ($3)',
    ],
    ['select sqlc.embed(users), @id', 'select users.*, $1'],
  ])('%s', (text, expected) => {
    expect(replaced(text)).toBe(expected);
  });

  it.each<[ParameterStyle, string]>([
    ['dollar', 'a = $1 and b = :b and c = @c and d = ? and e = {{ e }}'],
    ['colon', 'a = $1 and b = $2 and c = @c and d = ? and e = {{ e }}'],
    ['at', 'a = $1 and b = :b and c = $2 and d = ? and e = {{ e }}'],
    ['question', 'a = $1 and b = :b and c = @c and d = $2 and e = {{ e }}'],
    ['braces', 'a = $1 and b = :b and c = @c and d = ? and e = $2'],
  ])('reads only the chosen style: %s', (style, expected) => {
    const text = 'a = $1 and b = :b and c = @c and d = ? and e = {{ e }}';
    expect(replaced(text, style)).toBe(expected);
  });

  it.each([
    ['select * from :table', 'select * from users'],
    ["select :'table'", "select 'users'"],
    ["select :'quote'", "select 'it''s'"],
    ['select :"odd"', 'select "a""b"'],
    ['select :other', 'select $1'],
  ])('puts the value of a variable in place: %s', (text, expected) => {
    expect(replaced(text, 'auto', { table: 'users', quote: "it's", odd: 'a"b' })).toBe(expected);
  });

  it('never throws, and leads every kept character back to its place', () => {
    const marks = fc.constantFrom(
      ...':@?{}[]$\'"();',
      ':a',
      '{{ b }}',
      '@c',
      ' ',
      'sqlc.arg(d)',
      '::',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(marks, fc.string())), (parts) => {
        const text = parts.join('');
        const { substitutes } = findParameters(
          text,
          { start: 0, end: text.length },
          'auto',
          new Map(),
        );
        const result = new ReplacedText(text, substitutes);
        const inside = (at: number) =>
          substitutes.some(({ start, end }) => at >= start && at < end);
        for (let at = 0; at < result.text.length; at++) {
          const origin = result.original(at);
          if (!inside(origin)) expect(text[origin]).toBe(result.text[at]);
        }
      }),
    );
  });
});
