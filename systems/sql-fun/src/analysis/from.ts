import type { JoinExpr, Node, RangeSubselect, RangeTableSample } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import { checkAliases, renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { ColumnList } from './column-list.js';
import { checkCondition } from './condition.js';
import { typeOf } from './expressions/index.js';
import { fromFunction, fromJsonTable, fromXmlTable } from './from-function.js';
import { joinItems, mergedColumns } from './from-join.js';
import { fromRelation } from './from-relation.js';
import { checkNames, itemOf, setLateral } from './items.js';
import { firstLocation, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Item } from './resolve.js';
import { JoinSource, ListSource, type Source } from './source.js';
import { withoutUnknowns } from './built-in.js';

/** A join within a join takes this many times the stack of an expression within an expression. */
const JOIN_LEVELS = 2;

/** One entry of FROM. */
interface Part {
  readonly items: readonly Item[];
  readonly source: Source;
}

/** Reads FROM: afterwards the scope has its names. */
export function addFrom(
  nodes: readonly Node[] | undefined,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  for (const node of nodes ?? []) {
    const { items } = partOf(node, scope, analyzer);
    checkNames(scope.items, items, node, scope.session);
    setLateral(items, true, true);
    scope.items = [...scope.items, ...items];
  }
  setLateral(scope.items, false, true);
}

function partOf(node: Node, scope: QueryScope, analyzer: Analyzer): Part {
  if ('JoinExpr' in node) {
    const { JoinExpr: join } = node;
    return scope.session.deeper(() => fromJoin(join, scope, analyzer), JOIN_LEVELS);
  }
  if ('RangeTableSample' in node) return fromSample(node.RangeTableSample, scope, analyzer);
  const source = sourceOf(node, scope, analyzer);
  scope.sources.push(source);
  return { items: [itemOf(source)], source };
}

function sourceOf(node: Node, scope: QueryScope, analyzer: Analyzer): Source {
  if ('RangeVar' in node) return fromRelation(node.RangeVar, scope, analyzer);
  if ('RangeSubselect' in node) return fromSubselect(node.RangeSubselect, scope, analyzer);
  if ('RangeFunction' in node) return fromFunction(node.RangeFunction, scope, analyzer);
  if ('RangeTableFunc' in node) return fromXmlTable(node.RangeTableFunc, scope, analyzer);
  if ('JsonTable' in node) return fromJsonTable(node.JsonTable, scope, analyzer);
  return new ListSource(new ColumnList([], true), { name: undefined });
}

function fromSubselect(range: RangeSubselect, scope: QueryScope, analyzer: Analyzer): Source {
  const { session, ctes } = scope;
  const { subquery, alias, lateral = false } = range;
  const name = alias?.aliasname;
  if (!subquery) return new ListSource(new ColumnList([], true), { name });
  const rows = scope.inFrom(lateral, () =>
    withoutUnknowns(analyzer.query(subquery, { session, outer: scope, ctes }), session),
  );
  const aliases = names(alias?.colnames);
  const { outputs, open } = rows;
  const about = { name: name ?? '', columns: outputs.length, open, location: undefined };
  if (aliases.length > outputs.length) {
    checkAliases(aliases, { ...about, location: firstLocation(subquery) }, session);
  }
  const list = new ColumnList(renamed(outputs, aliases), open);
  return new ListSource(list, { name, aliased: true });
}

function fromSample(range: RangeTableSample, scope: QueryScope, analyzer: Analyzer): Part {
  for (const node of [...(range.args ?? []), ...(range.repeatable ? [range.repeatable] : [])]) {
    scope.inFrom(true, () => typeOf(node, scope, scope.session, analyzer));
  }
  return partOf(range.relation!, scope, analyzer);
}

function fromJoin(join: JoinExpr, scope: QueryScope, analyzer: Analyzer): Part {
  const { session } = scope;
  const { jointype = 'JOIN_INNER' } = join;
  const barred = (side: string, node: Node | undefined) => {
    const outer = jointype === 'JOIN_FULL' || jointype === side ? 'an outer join' : undefined;
    return session.barred(outer, () => partOf(node!, scope, analyzer));
  };
  const left = barred('JOIN_RIGHT', join.larg);
  setLateral(left.items, true, jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT');
  const right = scope.seeing([...scope.items, ...left.items], () => barred('JOIN_LEFT', join.rarg));
  checkNames(left.items, right.items, join.rarg, session);
  const inner = [...left.items, ...right.items];
  setLateral(inner, false, true);
  const merged = mergedColumns(join, left.source, right.source, scope);
  const { quals } = join;
  if (quals) {
    scope.seeing(inner, () => {
      scope.inFrom(false, () => checkCondition(quals, 'JOIN/ON', scope, analyzer));
      refuseAggregates(quals, 'JOIN conditions', scope);
    });
  }
  return joinItems(join, new JoinSource(left.source, right.source, merged), inner, scope);
}
