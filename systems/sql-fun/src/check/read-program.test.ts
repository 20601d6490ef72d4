import { describe, expect, it } from 'vitest';
import { findTemplates } from './read-program.js';

const texts = (source: string, tags = ['sql']) =>
  findTemplates(source, tags).map(({ replaced }) => replaced.text);

describe('findTemplates', () => {
  it.each([
    ['a template', 'const q = sql`SELECT 1`;', ['SELECT 1']],
    ['parameters', 'sql`SELECT ${a}, ${b.c(1)}`', ['SELECT $1, $2']],
    ['blanks after the tag', 'sql  `SELECT 1`', ['SELECT 1']],
    [
      'type arguments',
      'sql<User>`SELECT 1`; sql<{ a: Map<string, () => x> }[]>`SELECT 2`',
      ['SELECT 1', 'SELECT 2'],
    ],
    ['a member', 'await db.sql`SELECT 1`', ['SELECT 1']],
    ['other tags', 'css`a` + mysql`b` + sqlx`c` + `d`', []],
    ['a comparison', 'sql < a; `x`', []],
    [
      'braces and strings within ${}',
      'sql`SELECT ${{ a: \'}\', b: "`" }.a} + 1`',
      ['SELECT $1 + 1'],
    ],
    ['a plain template within ${}', 'sql`SELECT ${`a${`}`}`} + 1`', ['SELECT $1 + 1']],
    [
      'a fragment within ${}',
      'sql`SELECT 1 ${on ? sql`WHERE ${x}` : 2}`',
      ['SELECT 1 $1', 'WHERE $1'],
    ],
    [
      'escapes',
      "sql`SELECT \\`a\\`, '\\\\d', '\\n\\x41\\u0042\\u{43}\\${d}'`",
      ["SELECT `a`, '\\d', '\nABC${d}'"],
    ],
    ['comments', '// sql`a`\n/* sql`b` */ sql`c`', ['c']],
    ['strings', `const a = 'sql\`a\`'; const b = "it's \\" sql\`b\`"; sql\`c\``, ['c']],
    ['an apostrophe in JSX', "<p>Don't</p>\n sql`a`", ['a']],
    ['a regular expression', 'x = /[`/]`/g; sql`a`', ['a']],
    ['divisions', 'a / b; sql`c`; d / e', ['c']],
    ['closing tags', '<a><br /></a>; sql`b`; <c/>', ['b']],
    ['a comment within ${}', 'sql`SELECT ${a /* } */} + 1`', ['SELECT $1 + 1']],
    ['a template without an end', 'sql`SELECT 1', []],
    ['an expression without an end', 'sql`SELECT ${a', []],
  ])('finds %s', (_, source, expected) => expect(texts(source)).toEqual(expected));

  it('takes other tags', () =>
    expect(texts('SQL`a` pg`b` sql`c`', ['SQL', 'pg'])).toEqual(['a', 'b']));

  it('leads places back to the file', () => {
    const source = 'const a = sql`\n  SELECT ${x.y} \\` emial`';
    const [found] = findTemplates(source, ['sql']);
    const at = found!.replaced.text.indexOf('emial');
    expect(source.slice(found!.replaced.original(at))).toBe('emial`');
  });

  it('ends with deep nesting', () => {
    expect(texts('sql`${'.repeat(5000))).toEqual([]);
  });
});
