import type { Node, ResTarget, SelectStmt } from 'libpg-query';
import { strings } from '../ast.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import {
  qualifiedStar,
  renamed,
  starColumns,
  type Names,
  type Sources,
  type StarColumn,
} from './star-columns.js';

/** Queries that are further within than this are not looked into. */
const DEEPEST = 50;

/** The names of the columns of a relation as far as the text of its query says them; undefined where it does not. */
export function columnNames(relation: DraftRelation, depth = 0): readonly string[] | undefined {
  const { definition } = relation;
  if (definition === undefined) return relation.columns.map(({ name }) => name);
  const names = namesOf(relation.sources, depth).ofQuery(definition.query);
  return names && renamed(names, definition.aliases);
}

/** Whether a relation is known to have a column. */
export function hasColumn(relation: DraftRelation, name: string): boolean {
  return columnNames(relation)?.includes(name) ?? false;
}

/** Finds names within the query of a relation. */
export function namesOf(sources: Sources, depth = 0): Names {
  const deeper = depth + 1;
  return {
    ofRelation: (relation) => (depth > DEEPEST ? undefined : columnNames(relation, deeper)),
    ofQuery: (query) =>
      depth > DEEPEST || query === undefined || !('SelectStmt' in query)
        ? undefined
        : namesOfSelect(query.SelectStmt, sources, namesOf(sources, deeper)),
  };
}

function namesOfSelect(
  stmt: SelectStmt,
  sources: Sources,
  names: Names,
): readonly string[] | undefined {
  let first = stmt;
  while (first.larg !== undefined) first = first.larg;
  const [row] = first.valuesLists ?? [];
  if (row !== undefined) {
    return 'List' in row ? (row.List.items ?? []).map((_, i) => `column${i + 1}`) : undefined;
  }
  const found: string[] = [];
  for (const target of first.targetList ?? []) {
    const own = 'ResTarget' in target ? namesOfTarget(target.ResTarget, first, sources, names) : [];
    for (const name of own) {
      if (name === undefined) return undefined;
      found.push(name);
    }
  }
  return found;
}

function namesOfTarget(
  target: ResTarget,
  stmt: SelectStmt,
  sources: Sources,
  names: Names,
): readonly (string | undefined)[] {
  const star = starIn(target, stmt, sources, names);
  if (star === 'unclear') return [undefined];
  return star?.map(({ name }) => name) ?? [target.name ?? expressionName(target.val)];
}

/** What a target that is a star stands for; undefined where it is none. */
export function starIn(
  { val }: ResTarget,
  stmt: SelectStmt,
  sources: Sources,
  names: Names,
): readonly StarColumn[] | 'unclear' | undefined {
  if (val === undefined) return undefined;
  if ('A_Indirection' in val) {
    return val.A_Indirection.indirection?.some(isStar) === true ? 'unclear' : undefined;
  }
  if (!('ColumnRef' in val)) return undefined;
  const { fields = [] } = val.ColumnRef;
  if (!fields.some(isStar)) return undefined;
  const [qualifier, ...more] = strings(fields);
  if (more.length > 0) return 'unclear';
  if (qualifier === undefined) return starColumns(stmt, sources, names) ?? 'unclear';
  return qualifiedStar(stmt, qualifier, sources, names);
}

const isStar = (node: Node) => 'A_Star' in node;

/** The name that an expression gives to its column, of the kinds that people leave without one. */
function expressionName(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if ('ColumnRef' in node) return strings(node.ColumnRef.fields).at(-1);
  if ('FuncCall' in node) return strings(node.FuncCall.funcname).at(-1);
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('A_Const' in node) return '?column?';
  if ('A_Expr' in node) return node.A_Expr.kind === 'AEXPR_OP' ? '?column?' : undefined;
  if (!('TypeCast' in node)) return undefined;
  const { arg, typeName } = node.TypeCast;
  const inner = arg !== undefined && 'TypeCast' in arg ? undefined : expressionName(arg);
  return inner === '?column?' ? strings(typeName?.names).at(-1) : inner;
}
