import type { Catalog } from '../catalog/index.js';
import { isNode, nodeOf, nodesOf, numberOf, numbersOf, type TreeNode } from './analysed-tree.js';

export type Nullable = boolean | 'unknown';

/** The query that a column is looked up in, and those around it. */
interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | undefined;
  readonly catalog: Catalog;
  /** Deeper than this nothing is proved. */
  readonly depth: number;
  /** What is known of queries that were looked at before: WITH may be used often. */
  readonly known: Map<TreeNode, readonly Nullable[]>;
}

const MAX_DEPTH = 200;
const [RELATION, SUBQUERY, JOIN, VALUES, CTE, GROUP] = [0, 1, 2, 5, 6, 9] as const;
/** count(any), count(*), and row_number, rank, dense_rank, percent_rank, cume_dist. */
const NEVER_NULL = new Set([2147, 2803, 3100, 3101, 3102, 3103, 3104]);
/** now(), transaction_timestamp(), statement_timestamp(), clock_timestamp(), gen_random_uuid(). */
const FUNCTIONS_NEVER_NULL = new Set([1299, 2647, 2648, 2649, 3432]);
const [EXISTS_SUBLINK, ARRAY_SUBLINK] = [0, 6] as const;
const MERGE = 5;
const IS_NOT_NULL = 1;

/** Whether the columns of a result can be null, as far as PostgreSQL's tree of the statement proves it. */
export function nullableColumns(query: TreeNode, catalog: Catalog): readonly Nullable[] {
  return outputsOf({ query, outer: undefined, catalog, depth: 0, known: new Map() });
}

function outputsOf(scope: Scope): readonly Nullable[] {
  const { query, known } = scope;
  if (scope.depth > MAX_DEPTH) return [];
  const before = known.get(query);
  if (before !== undefined) return before;
  known.set(query, []); // until it is known
  const outputs = findOutputs(scope);
  known.set(query, outputs);
  return outputs;
}

function findOutputs(scope: Scope): readonly Nullable[] {
  const { query } = scope;
  const operation = nodeOf(query, 'setOperations');
  if (operation !== undefined) return armsOf(operation, scope);
  const returning = nodesOf(query, 'returningList');
  const targets = returning.length > 0 ? returning : nodesOf(query, 'targetList');
  const certain = notNullIn(nodeOf(query, 'jointree'));
  return targets
    .filter((target) => target.fields.get('resjunk') !== 'true')
    .map((target) => nullable(nodeOf(target, 'expr'), scope, certain));
}

/** UNION and the like: a column is not null where it is not null in all queries. */
function armsOf(operation: TreeNode, scope: Scope): readonly Nullable[] {
  const arms: (readonly Nullable[])[] = [];
  const open: (TreeNode | undefined)[] = [operation];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'SETOPERATIONSTMT') open.push(nodeOf(one, 'larg'), nodeOf(one, 'rarg'));
    else {
      const subquery = nodeOf(
        nodesOf(scope.query, 'rtable')[numberOf(one, 'rtindex') - 1]!,
        'subquery',
      );
      if (subquery !== undefined) arms.push(outputsOf(inside(subquery, scope)));
    }
  }
  return (arms[0] ?? []).map((_, n) => together(arms.map((arm) => arm[n] ?? 'unknown')));
}

const inside = (query: TreeNode, outer: Scope): Scope => ({
  ...{ query, outer, catalog: outer.catalog, depth: outer.depth + 1, known: outer.known },
});

/** Of values of which any may be the result. */
function together(all: readonly Nullable[]): Nullable {
  if (all.includes(true)) return true;
  return all.every((one) => one === false) ? false : 'unknown';
}

/** Of values of which the first that is not null is the result. */
function firstOf(all: readonly Nullable[]): Nullable {
  if (all.includes(false)) return false;
  return all.every((one) => one === true) ? true : 'unknown';
}

function nullable(
  node: TreeNode | undefined,
  scope: Scope,
  certain: ReadonlySet<string> = new Set(),
): Nullable {
  if (node === undefined || scope.depth > MAX_DEPTH) return 'unknown';
  const deeper = { ...scope, depth: scope.depth + 1 };
  const each = (field: string) => nodesOf(node, field).map((one) => nullable(one, deeper, certain));
  switch (node.kind) {
    case 'VAR':
      return certain.has(keyOf(node)) ? false : nullableVar(node, deeper);
    case 'CONST':
      return node.fields.get('constisnull') === 'true';
    case 'AGGREF':
      return NEVER_NULL.has(numberOf(node, 'aggfnoid')) ? false : 'unknown';
    case 'WINDOWFUNC':
      return NEVER_NULL.has(numberOf(node, 'winfnoid')) ? false : 'unknown';
    case 'FUNCEXPR':
      return FUNCTIONS_NEVER_NULL.has(numberOf(node, 'funcid')) ? false : 'unknown';
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ARRAYEXPR':
    case 'ROWEXPR':
    case 'GROUPINGFUNC':
      return false;
    case 'BOOLEXPR':
      return together(each('args')) === false ? false : 'unknown';
    case 'SUBLINK':
      return [EXISTS_SUBLINK, ARRAY_SUBLINK].includes(numberOf(node, 'subLinkType') as 0)
        ? false
        : 'unknown';
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return firstOf(each('args'));
    case 'CASEEXPR':
      return together([
        ...nodesOf(node, 'args').map((when) => nullable(nodeOf(when, 'result'), deeper, certain)),
        nullable(nodeOf(node, 'defresult'), deeper, certain),
      ]);
    case 'RELABELTYPE':
    case 'COLLATEEXPR':
      return nullable(nodeOf(node, 'arg'), deeper, certain);
    case 'SQLVALUEFUNCTION':
      // CURRENT_SCHEMA, the last one, can be null.
      return numberOf(node, 'op') < 14 ? false : 'unknown';
    default:
      return 'unknown';
  }
}

function nullableVar(node: TreeNode, from: Scope): Nullable {
  if (numbersOf(node, 'varnullingrels').length > 0) return true;
  // OLD of an INSERT and NEW of a DELETE are null.
  if (numberOf(node, 'varreturningtype') !== 0) return 'unknown';
  let scope: Scope | undefined = from;
  for (let up = numberOf(node, 'varlevelsup'); up > 0; up--) scope = scope?.outer;
  const number = numberOf(node, 'varno');
  const entry = scope && nodesOf(scope.query, 'rtable')[number - 1];
  if (scope === undefined || entry === undefined) return 'unknown';
  const isSource = number !== numberOf(scope.query, 'resultRelation');
  if (numberOf(scope.query, 'commandType') === MERGE && isSource) return 'unknown';
  const column = numberOf(node, 'varattno');
  const depth = from.depth;
  return nullableIn(entry, column, { ...scope, depth });
}

function nullableIn(entry: TreeNode, column: number, scope: Scope): Nullable {
  const { catalog, query } = scope;
  const nth = (field: string) => nullable(nodesOf(entry, field)[column - 1], scope);
  switch (numberOf(entry, 'rtekind')) {
    case RELATION: {
      if (column <= 0) return false;
      const relation = catalog.relation(numberOf(entry, 'relid'));
      const found = relation?.columns.find(({ number }) => number === column);
      if (found === undefined) return 'unknown';
      if (found.notNull) return false;
      // Nothing is known of what a view gives.
      return /view|system/.test(relation!.kind) ? 'unknown' : true;
    }
    case SUBQUERY: {
      const subquery = nodeOf(entry, 'subquery');
      return (subquery && outputsOf(inside(subquery, scope))[column - 1]) ?? 'unknown';
    }
    case JOIN:
      return nth('joinaliasvars');
    case GROUP:
      return nodesOf(query, 'groupingSets').length > 0 ? true : nth('groupexprs');
    case VALUES: {
      const rows = entry.fields.get('values_lists');
      if (!Array.isArray(rows)) return 'unknown';
      const values = rows.map((row) =>
        Array.isArray(row) ? row.filter(isNode)[column - 1] : undefined,
      );
      return together(values.map((value) => nullable(value, scope)));
    }
    case CTE:
      return nullableOfWith(entry, column, scope);
    default:
      return 'unknown';
  }
}

function nullableOfWith(entry: TreeNode, column: number, from: Scope): Nullable {
  if (entry.fields.get('self_reference') === 'true') return 'unknown';
  let scope: Scope | undefined = from;
  for (let up = numberOf(entry, 'ctelevelsup'); up > 0; up--) scope = scope?.outer;
  const name = entry.fields.get('ctename');
  const found =
    scope && nodesOf(scope.query, 'cteList').find((one) => one.fields.get('ctename') === name);
  const query = found && nodeOf(found, 'ctequery');
  if (scope === undefined || query === undefined) return 'unknown';
  return outputsOf(inside(query, { ...scope, depth: from.depth }))[column - 1] ?? 'unknown';
}

const keyOf = (node: TreeNode): string =>
  numberOf(node, 'varlevelsup') === 0
    ? `${numberOf(node, 'varno')}.${numberOf(node, 'varattno')}`
    : '';

/** The columns that WHERE demands not to be null. */
function notNullIn(jointree: TreeNode | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [jointree && nodeOf(jointree, 'quals')];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'BOOLEXPR' && one.fields.get('boolop') === 'and')
      open.push(...nodesOf(one, 'args'));
    const isTest = one.kind === 'NULLTEST' && numberOf(one, 'nulltesttype') === IS_NOT_NULL;
    const arg = isTest ? nodeOf(one, 'arg') : undefined;
    if (arg?.kind === 'VAR') found.add(keyOf(arg));
  }
  found.delete('');
  return found;
}
