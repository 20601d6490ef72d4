import { describe, expect, it } from 'vitest';
import { splitStatements } from '../text/index.js';
import { readScript } from './read-script.js';

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
