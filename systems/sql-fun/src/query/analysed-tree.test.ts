import { expect, it } from 'vitest';
import { findNodes, readTree } from './analysed-tree.js';
import { touchedColumns } from './result.js';

it('reads nodes, lists, escaped names and the bytes of constants', () => {
  const tree = readTree(
    String.raw`({QUERY :name "a\ \{b" :empty <> :list (1 (b 8 9)) :const {CONST :value 4 [ 3 0 0 0 ]}})`,
  );
  expect(tree).toEqual([
    {
      kind: 'QUERY',
      fields: new Map<string, unknown>([
        ['name', String.raw`"a\ \{b"`],
        ['empty', '<>'],
        ['list', ['1', ['b', '8', '9']]],
        ['const', { kind: 'CONST', fields: new Map([['value', '4']]) }],
      ]),
    },
  ]);
  expect(findNodes(tree, 'CONST')).toHaveLength(1);
  expect(() => readTree('{QUERY :a')).toThrow(SyntaxError);
});

it('reads a deep tree', () => {
  const deep = 100_000;
  const tree = readTree('{A :arg '.repeat(deep) + '1' + '}'.repeat(deep));
  expect(findNodes(tree, 'A')).toHaveLength(deep);
});

it('tells which columns are read and written', () => {
  const entry =
    '{RTEPERMISSIONINFO :relid 16384 :inh true :requiredPerms 6 :checkAsUser 0 :selectedCols (b 8) :insertedCols (b) :updatedCols (b 9)}';
  expect(
    touchedColumns(findNodes(readTree(`{QUERY :rteperminfos (${entry})}`), 'RTEPERMISSIONINFO')),
  ).toEqual([{ relation: 16384, read: [1], written: [2] }]);
});
