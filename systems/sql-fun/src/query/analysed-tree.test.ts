import { expect, it } from 'vitest';
import { findNodes, TreeNode, type TreeValue } from './analysed-tree.js';
import { touchedColumns } from './result.js';

/** A value as plain data, with all that is in it. */
function plain(value: TreeValue): unknown {
  if (typeof value === 'string') return value;
  if (!(value instanceof TreeNode)) return value.map(plain);
  const fields = [...value.fields].map(([name, inner]) => [name, plain(inner)] as const);
  return { kind: value.kind, ...Object.fromEntries(fields) };
}

it('reads nodes, lists, escaped names and the bytes of constants', () => {
  const text = String.raw`({QUERY :name "a\ \{b" :empty <> :list (1 (b 8 9)) :const {CONST :value 4 [ 3 0 0 0 ]}})`;
  expect(findNodes(text, 'QUERY').map(plain)).toEqual([
    {
      kind: 'QUERY',
      name: String.raw`"a\ \{b"`,
      empty: '<>',
      list: ['1', ['b', '8', '9']],
      const: { kind: 'CONST', value: '4' },
    },
  ]);
  expect(findNodes(text, 'CONST').map(plain)).toEqual([{ kind: 'CONST', value: '4' }]);
});

it('takes a name with brackets for no node, and a kind by its whole name', () => {
  const text = String.raw`({A :name \{B\ :x\ 1\} :b {B} :bc {BC :d 1} :e {B\n:f 1}})`.replace(
    '\\n',
    '\n',
  );
  expect(findNodes(text, 'B').map(plain)).toEqual([{ kind: 'B' }, { kind: 'B', f: '1' }]);
  expect(findNodes(text, 'A').map(plain)).toMatchObject([{ name: String.raw`\{B\ :x\ 1\}` }]);
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

it('tells which columns are read and written', () => {
  const entry =
    '{RTEPERMISSIONINFO :relid 16384 :inh true :requiredPerms 6 :checkAsUser 0 :selectedCols (b 8) :insertedCols (b) :updatedCols (b 9)}';
  expect(
    touchedColumns(findNodes(`{QUERY :rteperminfos (${entry})}`, 'RTEPERMISSIONINFO')),
  ).toEqual([{ relation: 16384, read: [1], written: [2] }]);
});
