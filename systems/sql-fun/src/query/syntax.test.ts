import { loadModule } from 'libpg-query';
import { beforeAll, expect, it } from 'vitest';
import { descendantsOf, nodeAt, readSyntax } from './syntax.js';

beforeAll(() => loadModule());

it.each([
  ['SELECT u.emial FROM users u', 'u.emial', 'ColumnRef', 'u.emial'],
  ['SELECT 1 FROM sales . orders AS o', 'sales', 'RangeVar', 'sales . orders'],
  ["SELECT 'ä😀', f(a, (b)) + 1", 'f(a', 'FuncCall', 'f(a, (b))'],
  ['SELECT (x + 1) * y > 3', '*', 'A_Expr', '(x + 1) * y'],
  [
    'SELECT sum(x) FILTER (WHERE y) OVER (PARTITION BY z), 1',
    'sum',
    'FuncCall',
    'sum(x) FILTER (WHERE y) OVER (PARTITION BY z)',
  ],
  ['SELECT now() - 1', 'now', 'FuncCall', 'now()'],
  ['SELECT a::timestamp(3) with time zone, b', '::', 'TypeCast', 'a::timestamp(3) with time zone'],
  ['SELECT a::int[][3], b', '::', 'TypeCast', 'a::int[][3]'],
  ['SELECT CAST(a AS numeric(10, 2)) FROM t', 'CAST', 'TypeCast', 'CAST(a AS numeric(10, 2))'],
  ['SELECT a FROM t WHERE b IS NOT NULL AND c', 'IS', 'NullTest', 'b IS NOT NULL'],
  ['SELECT CASE WHEN a THEN b ELSE c END, d', 'CASE', 'CaseExpr', 'CASE WHEN a THEN b ELSE c END'],
  ['SELECT 1 WHERE a IN (1, (2)) OR b', 'IN', 'A_Expr', 'a IN (1, (2))'],
  ['SELECT EXISTS (SELECT 1 FROM t), 2', 'EXISTS', 'SubLink', 'EXISTS (SELECT 1 FROM t)'],
  ['SELECT a COLLATE "C", b', 'COLLATE', 'CollateClause', 'a COLLATE "C"'],
])('%s: %s is the %s %s', (sql, place, kind, text) => {
  const { root } = readSyntax(sql);
  const at = sql.indexOf(place);
  const found = nodeAt(root, at)!;
  const node =
    found.kind === kind
      ? found
      : [found.parent!, ...descendantsOf(root)].find(
          (one) => one.kind === kind && one.location === at,
        )!;
  expect([node?.kind, node && sql.slice(node.start, node.end)]).toEqual([kind, text]);
});
