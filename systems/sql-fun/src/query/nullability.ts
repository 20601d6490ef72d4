import type { DatabaseCatalog } from '../catalog/catalog.js';
import { SUBLINKS, type TreeNode } from './analysed-tree.js';

type Nullable = boolean | 'unknown';

/** The query that a column is looked up in, and those around it. */
interface Scope {
  readonly query: TreeNode;
  readonly outer?: Scope;
  readonly catalog: DatabaseCatalog;
  readonly depth: number;
  /** Columns that WHERE demands not to be null. */
  readonly certain: ReadonlySet<string>;
  /** What is known of queries that were looked at before: WITH may be used often. */
  readonly known: Map<TreeNode, readonly Nullable[]>;
}

/** Deeper than this nothing is proved. */
const MAX_DEPTH = 200;
const [RELATION, SUBQUERY, JOIN, VALUES, CTE, GROUP] = [0, 1, 2, 5, 6, 9] as const;
const MERGE = 5;
const IS_NOT_NULL = '1';
const SUBLINKS_NEVER_NULL = new Set<number>([SUBLINKS.exists, SUBLINKS.array]);
/** CURRENT_SCHEMA, the last one of CURRENT_DATE and the like, can be null. */
const CURRENT_SCHEMA = 14;

const NEVER_NULL = new Set([
  // count(any), count(*), and row_number, rank, dense_rank, percent_rank, cume_dist.
  ...[2147, 2803, 3100, 3101, 3102, 3103, 3104],
  // now(), transaction_timestamp(), statement_timestamp(), clock_timestamp(), gen_random_uuid().
  ...[1299, 2647, 2648, 2649, 3432],
]);

/** Whether the columns of a result can be null, as far as PostgreSQL's tree of the statement proves it. */
export function nullableColumns(query: TreeNode, catalog: DatabaseCatalog): readonly Nullable[] {
  return columnsOf({ query, catalog, depth: 0, certain: new Set(), known: new Map() });
}

function columnsOf(scope: Scope): readonly Nullable[] {
  const { query, known, depth } = scope;
  if (depth > MAX_DEPTH) return [];
  const before = known.get(query);
  if (before !== undefined) return before;
  known.set(query, []); // until it is known
  const operation = query.node('setOperations');
  const certain = notNullIn(query.node('jointree'));
  const columns =
    operation === undefined
      ? query.outputs.map((expression) => nullable(expression, { ...scope, certain }))
      : unionColumns(operation, scope);
  known.set(query, columns);
  return columns;
}

/** UNION and the like: a column is not null if it is not null in all queries. */
function unionColumns(operation: TreeNode, scope: Scope): readonly Nullable[] {
  const arms: (readonly Nullable[])[] = [];
  const open: (TreeNode | undefined)[] = [operation];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'SETOPERATIONSTMT') open.push(one.node('larg'), one.node('rarg'));
    else {
      const entry = scope.query.nodes('rtable')[one.number('rtindex') - 1]!;
      arms.push(columnsOf(inside(entry.node('subquery')!, scope)));
    }
  }
  const nth = (n: number) => arms.map((arm) => arm[n] ?? 'unknown');
  return (arms[0] ?? []).map((_, n) => combined(true, nth(n)));
}

const inside = (query: TreeNode, outer: Scope): Scope =>
  Object.assign({}, outer, { query, outer, depth: outer.depth + 1 });

/** Of values of which one that is `decisive` decides: NULL in a UNION, a value that is not NULL in COALESCE. */
function combined(decisive: boolean, all: readonly Nullable[]): Nullable {
  if (all.includes(decisive)) return decisive;
  return all.every((one) => one === !decisive) ? !decisive : 'unknown';
}

function nullable(node: TreeNode | undefined, scope: Scope): Nullable {
  if (node === undefined || scope.depth > MAX_DEPTH) return 'unknown';
  const deeper = { ...scope, depth: scope.depth + 1 };
  if (node.kind === 'VAR') return nullableVar(node, deeper);
  return RULES[node.kind]?.(node, (one) => nullable(one, deeper)) ?? 'unknown';
}

type Rule = (node: TreeNode, of: (part: TreeNode | undefined) => Nullable) => Nullable;

const unless = (isNeverNull: boolean): Nullable => (isNeverNull ? false : 'unknown');
const never: Rule = () => false;
const asArg: Rule = (node, of) => of(node.node('arg'));
const asFirst: Rule = (node, of) => combined(false, node.nodes('args').map(of));
const asCalled =
  (id: string): Rule =>
  (node) =>
    unless(NEVER_NULL.has(node.number(id)));

const RULES: Readonly<Record<string, Rule>> = {
  CONST: (node) => node.is('constisnull', 'true'),
  BOOLEXPR: (node, of) => unless(combined(true, node.nodes('args').map(of)) === false),
  SUBLINK: (node) => unless(SUBLINKS_NEVER_NULL.has(node.number('subLinkType'))),
  CASEEXPR: (node, of) => {
    const results = node.nodes('args').map((when) => when.node('result'));
    return combined(true, [...results, node.node('defresult')].map(of));
  },
  SQLVALUEFUNCTION: (node) => unless(node.number('op') < CURRENT_SCHEMA),
  ...{ AGGREF: asCalled('aggfnoid'), WINDOWFUNC: asCalled('winfnoid') },
  ...{ FUNCEXPR: asCalled('funcid'), GROUPINGFUNC: never },
  ...{ COALESCEEXPR: asFirst, MINMAXEXPR: asFirst, RELABELTYPE: asArg, COLLATEEXPR: asArg },
  ...{ NULLTEST: never, BOOLEANTEST: never, DISTINCTEXPR: never, ARRAYEXPR: never, ROWEXPR: never },
};

function nullableVar(node: TreeNode, from: Scope): Nullable {
  if (from.certain.size > 0 && from.certain.has(keyOf(node))) return false;
  if (node.numbers('varnullingrels').length > 0) return true;
  // OLD of an INSERT and NEW of a DELETE are null.
  if (node.number('varreturningtype') !== 0) return 'unknown';
  const scope = outside(from, node.number('varlevelsup'));
  const number = node.number('varno');
  const entry = scope && scope.query.nodes('rtable')[number - 1];
  if (scope === undefined || entry === undefined) return 'unknown';
  const isMerge = scope.query.number('commandType') === MERGE;
  if (isMerge && number !== scope.query.number('resultRelation')) return 'unknown';
  return nullableIn(entry, node.number('varattno'), scope);
}

/** The scope so many levels up, as deep as this one. */
function outside(from: Scope, levels: number): Scope | undefined {
  let scope: Scope | undefined = from;
  for (let up = levels; up > 0; up--) scope = scope?.outer;
  return scope && { ...scope, depth: from.depth, certain: new Set() };
}

function nullableIn(entry: TreeNode, column: number, scope: Scope): Nullable {
  const nth = (field: string) => nullable(entry.nodes(field)[column - 1], scope);
  const ofQuery = (query: TreeNode | undefined, at: Scope | undefined): Nullable =>
    (query && at && columnsOf(inside(query, at))[column - 1]) ?? 'unknown';
  switch (entry.number('rtekind')) {
    case RELATION: {
      if (column <= 0) return false;
      const relation = scope.catalog.relation(entry.number('relid'));
      const found = relation?.columns.find(({ number }) => number === column);
      if (relation === undefined || found === undefined) return 'unknown';
      if (found.notNull) return false;
      // Nothing is known of what a view gives.
      return /view|system/.test(relation.kind) ? 'unknown' : true;
    }
    case SUBQUERY:
      return ofQuery(entry.node('subquery'), scope);
    case JOIN:
      return nth('joinaliasvars');
    case GROUP:
      return scope.query.nodes('groupingSets').length > 0 ? true : nth('groupexprs');
    case VALUES: {
      const rows = entry.rows('values_lists');
      const values = rows.map((row) => nullable(row[column - 1], scope));
      return combined(true, values);
    }
    case CTE: {
      if (entry.is('self_reference', 'true')) return 'unknown';
      const at = outside(scope, entry.number('ctelevelsup'));
      const name = entry.word('ctename');
      const all = at ? at.query.nodes('cteList') : [];
      const found = all.find((one) => one.is('ctename', name ?? ''));
      return ofQuery(found?.node('ctequery'), at);
    }
    default:
      return 'unknown';
  }
}

const keyOf = (node: TreeNode): string =>
  ['varlevelsup', 'varno', 'varattno'].map((field) => node.number(field)).join('.');

function notNullIn(jointree: TreeNode | undefined): ReadonlySet<string> {
  const tested = (jointree?.conditions ?? [])
    .filter((one) => one.kind === 'NULLTEST' && one.is('nulltesttype', IS_NOT_NULL))
    .map((test) => test.node('arg'))
    .filter((arg) => arg?.kind === 'VAR' && arg.is('varlevelsup', '0'));
  return new Set(tested.map((arg) => keyOf(arg!)));
}
