import { describe, expect, it } from 'vitest';
import { readScript } from './read-script.js';

const textOf = (script: string) => readScript(script, 'auto').unit.replaced.text;

describe('readScript', () => {
  it.each([
    ['statements', 'select 1; select 2;', 'select 1; select 2'],
    ['commands between statements', 'select 1;\n\\echo a\nselect 2', 'select 1;\nselect 2'],
    ['a command before all', '\\set a 1\nselect :a', 'select 1'],
    ['a command that sends', 'select 1 \\gset\nselect 2', 'select 1;\nselect 2'],
    ['a command within a statement', 'select\n\\echo a\n 1', 'select\n \n 1'],
    ['data', 'copy t from stdin;\n1\t:a\n\\.\nselect 2', 'copy t from stdin;\n\\.\nselect 2'],
    ['a variable that is set later', 'select :a;\n\\set a 1\nselect :a', 'select $1;\nselect 1'],
    ['values with quotes', "\\set a '''x y'''\nselect :a, :'a'", "select 'x y', '''x y'''"],
    ['several values', "\\set a 1 ' + ' 2\nselect :a", 'select 1 + 2'],
    ['a variable of a variable', '\\set a 1\n\\set b :a\nselect :b', 'select 1'],
    ['numbers that begin again', 'select :a, :b; select :b', 'select $1, $2; select $1'],
    ['nothing', '-- only a comment', ''],
  ])('reads %s', (_, script, expected) => expect(textOf(script)).toBe(expected));

  it.each([
    ['-- name: GetUser :one\nselect 1', ['GetUser']],
    [
      '/* name: GetUser :one */ select 1;\n-- name: Two :many\n-- a comment\nselect 2; select 3',
      ['GetUser', 'Two', undefined],
    ],
    ['/* @name GetUser */ select 1', ['GetUser']],
  ])('names queries by their header: %s', (script, names) => {
    expect(readScript(script, 'auto').unit.statements.map(({ name }) => name)).toEqual(names);
  });

  it('lists includes, and one skipped command of each kind', () => {
    const { includes, skipped } = readScript(
      "\\i a.sql\n\\ir 'b c.sql'\nselect 1;\n\\copy t to x\n\\copy u to y\n\\if :a\n\\endif\n\\timing",
      'auto',
    );
    expect(includes.map(({ path, relative }) => [path, relative])).toEqual([
      ['a.sql', false],
      ['b c.sql', true],
    ]);
    expect(skipped.map(({ command }) => command)).toEqual(['\\copy', '\\if', '\\endif']);
  });

  it('does not read the data of a COPY as commands', () => {
    const { skipped, includes } = readScript(
      'copy t from stdin;\n\\i x\n\\N\n\\.\n\\i y\n',
      'auto',
    );
    expect([skipped, includes.map(({ path }) => path)]).toEqual([[], ['y']]);
  });
});
