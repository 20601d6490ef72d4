import type { JoinExpr, Node, RangeVar, SelectStmt } from 'libpg-query';
import { strings } from '../ast.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { columnTarget, starTarget, type RangeNode, type Target } from './nodes.js';

/** A column that `*` stands for; without a name, all of what is called so. */
export interface StarColumn {
  readonly qualifier: string;
  readonly name: string | undefined;
}

/** What a name in a FROM clause means. */
export type Sources = ReadonlyMap<RangeNode, DraftRelation>;

/** The names of the columns of a relation or a query; undefined where they are not known. */
export interface Names {
  ofRelation(relation: DraftRelation): readonly string[] | undefined;
  ofQuery(query: Node | undefined): readonly string[] | undefined;
}

/** What `*` stands for in a query; undefined where that cannot be written down. */
export function starColumns(
  { fromClause }: SelectStmt,
  sources: Sources,
  names: Names,
): readonly StarColumn[] | undefined {
  return together((fromClause ?? []).map((item) => columnsOfItem(item, sources, names)));
}

/** What `q.*` stands for. */
export function qualifiedStar(
  { fromClause }: SelectStmt,
  qualifier: string,
  sources: Sources,
  names: Names,
): readonly StarColumn[] {
  const columns = [...(fromClause ?? [])]
    .flatMap(leaves)
    .map((item) => columnsOfItem(item, sources, names))
    .find((item) => item?.[0]?.qualifier === qualifier);
  return columns ?? [{ qualifier, name: undefined }];
}

export function starTargets(columns: readonly StarColumn[], location?: number): readonly Target[] {
  return columns.map(({ qualifier, name }) =>
    name === undefined ? starTarget(qualifier) : columnTarget([qualifier, name], location),
  );
}

export const visibleName = ({ alias, relname = '' }: RangeVar) => alias?.aliasname ?? relname;

function leaves(item: Node): readonly Node[] {
  if (!('JoinExpr' in item) || item.JoinExpr.alias !== undefined) return [item];
  return [item.JoinExpr.larg, item.JoinExpr.rarg].flatMap((side) =>
    side === undefined ? [] : leaves(side),
  );
}

function columnsOfItem(
  item: Node,
  sources: Sources,
  names: Names,
): readonly StarColumn[] | undefined {
  if ('JoinExpr' in item) return columnsOfJoin(item.JoinExpr, sources, names);
  if ('RangeVar' in item) {
    const { alias } = item.RangeVar;
    const relation = sources.get(item);
    const known = relation === undefined ? undefined : names.ofRelation(relation);
    return called(visibleName(item.RangeVar), known, strings(alias?.colnames));
  }
  const { alias } = Object.values(item as Record<string, { alias?: RangeVar['alias'] }>)[0] ?? {};
  if (alias?.aliasname === undefined) return undefined;
  const known = 'RangeSubselect' in item ? names.ofQuery(item.RangeSubselect.subquery) : undefined;
  return called(alias.aliasname, known, strings(alias.colnames));
}

function called(
  qualifier: string,
  known: readonly string[] | undefined,
  aliases: readonly string[],
): readonly StarColumn[] {
  if (known === undefined) return [{ qualifier, name: undefined }];
  return renamed(known, aliases).map((name) => ({ qualifier, name }));
}

/** The columns that a join merges come first. */
function columnsOfJoin(
  join: JoinExpr,
  sources: Sources,
  names: Names,
): readonly StarColumn[] | undefined {
  const { larg, rarg, alias, jointype, isNatural, usingClause } = join;
  const sides = [larg, rarg].map((side) => side && columnsOfItem(side, sources, names));
  const [left, right] = sides;
  if (left === undefined || right === undefined) return undefined;
  const has = (columns: readonly StarColumn[], wanted: string | undefined) =>
    columns.some(({ name }) => name === wanted);
  const merges = isNatural === true || usingClause !== undefined;
  if (merges && (has(left, undefined) || has(right, undefined))) return undefined;
  const merged = isNatural
    ? left.flatMap(({ name = '' }) => (has(right, name) ? [name] : []))
    : strings(usingClause);
  // Which side of a FULL join has the value depends on the row.
  if (merged.length > 0 && jointype === 'JOIN_FULL' && alias === undefined) return undefined;
  const kept = jointype === 'JOIN_RIGHT' ? right : left;
  const first = merged.flatMap((wanted) => kept.find(({ name }) => name === wanted) ?? []);
  const isMerged = ({ name }: StarColumn) => name !== undefined && merged.includes(name);
  const rest = [...left, ...right].filter((column) => !isMerged(column));
  const columns = [...first, ...rest];
  if (alias?.aliasname === undefined) return columns;
  const known = columns.flatMap(({ name }) => name ?? []);
  const all = known.length === columns.length ? known : undefined;
  return called(alias.aliasname, all, strings(alias.colnames));
}

/** Names of which the first are replaced. */
export function renamed(names: readonly string[], aliases: readonly string[]): readonly string[] {
  return names.map((name, i) => aliases[i] ?? name);
}

function together(
  lists: readonly (readonly StarColumn[] | undefined)[],
): readonly StarColumn[] | undefined {
  const all: StarColumn[] = [];
  for (const list of lists) {
    if (list === undefined) return undefined;
    all.push(...list);
  }
  return all;
}
