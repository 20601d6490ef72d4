import { expect, it } from 'vitest';
import { findNodes } from './analysed-tree.js';
import { touchedColumns } from './result.js';

it('reads nodes, lists, escaped names and the bytes of constants', () => {
  const text = String.raw`({QUERY :name "a\ \{b" :empty <> :list (1 (b 8 9)) :rows (({A} {B}) ({C})) :const {CONST :value 4 [ 3 0 0 0 ]} :last 7})`;
  const [query] = findNodes(text, 'QUERY');
  expect(query?.word('name')).toBe(String.raw`"a\ \{b"`);
  expect([query?.word('empty'), query?.nodes('empty'), query?.node('empty')]).toEqual([
    ...['<>', [], undefined],
  ]);
  const kinds = query?.rows('rows').map((row) => row.map(({ kind }) => kind));
  expect(kinds).toEqual([['A', 'B'], ['C']]);
  expect([query?.number('last'), query?.word('value')]).toEqual([7, undefined]);
  expect(query?.node('const')?.word('value')).toBe('4');
  expect(query?.node('const')).toBe(query?.node('const'));
});

it('takes a name with brackets for no node, a name with a colon for no field, and a kind by its whole name', () => {
  const text =
    '({A :name \\{B\\ :x\\ 1\\} :other a:x :xy 3 :b {B :x 2} :bc {BC :d 1} :e {B\n:f 1} :x\n4})';
  expect(findNodes(text, 'B').map((one) => [one.word('x'), one.word('f')])).toEqual([
    ['2', undefined],
    [undefined, '1'],
  ]);
  const [node] = findNodes(text, 'A');
  expect([node?.word('name'), node?.word('x')]).toEqual([String.raw`\{B\ :x\ 1\}`, '4']);
});

it('finds the columns of a query, and not those of the queries in it', () => {
  const text =
    '{OR :a {VAR :varno 1 :varlevelsup 0} :b {QUERY :c {VAR :varno 2 :varlevelsup 0} :d {VAR :varno 3 :varlevelsup 1}} :e {VAR\n:varno 4 :varlevelsup 0}}';
  const columns = findNodes(text, 'OR')[0]?.columnsOf(0);
  expect(columns?.map((column) => column.number('varno'))).toEqual([1, 3, 4]);
});

it('rejects a tree that is cut off', () => {
  expect(() => findNodes('{QUERY :a', 'QUERY')).toThrow(SyntaxError);
});

it('reads a deep tree', () => {
  const deep = 100_000;
  const text = '{A :arg '.repeat(deep) + '1' + '}'.repeat(deep);
  const [outer, ...others] = findNodes(text, 'A');
  expect(others).toHaveLength(deep - 1);
  let depth = 1;
  for (let one = outer; (one = one?.node('arg'));) depth++;
  expect(depth).toBe(deep);
});

it('reports which columns are read and written', () => {
  const entry =
    '{RTEPERMISSIONINFO :relid 16384 :inh true :requiredPerms 6 :checkAsUser 0 :selectedCols (b 8) :insertedCols (b) :updatedCols (b 9)}';
  expect(
    touchedColumns(findNodes(`{QUERY :rteperminfos (${entry})}`, 'RTEPERMISSIONINFO')),
  ).toEqual([{ relation: 16384, read: [1], written: [2] }]);
});
