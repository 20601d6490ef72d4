import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplacedText } from '../text/index.js';
import type { ParameterStyle } from './check-io.js';
import { findParameters } from './parameters.js';

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
