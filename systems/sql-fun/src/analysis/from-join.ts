import type { JoinExpr } from 'libpg-query';
import { checkAliases, renamed } from './aliases.js';
import { ColumnList } from './column-list.js';
import { commonOf } from './expressions/index.js';
import { checkNames, itemOf } from './items.js';
import { reportUnresolved } from './name-problems.js';
import { firstLocation, names, whereOf } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Item } from './resolve.js';
import type { JoinSource } from './source.js';
import { ListSource, type Ref, type Source } from './source.js';

/** The columns that USING or NATURAL makes one of. */
export function mergedColumns(
  join: JoinExpr,
  left: Source,
  right: Source,
  scope: QueryScope,
): Map<string, Ref> {
  const merged = new Map<string, Ref>();
  for (const name of sharedNames(join, left, right)) {
    const sides = [side(join, left, 'left', name, scope), side(join, right, 'right', name, scope)];
    const [one, other] = sides;
    if (one && other) merged.set(name, merge(join, name, one, other, scope));
    else if (one ?? other) merged.set(name, (one ?? other)!);
  }
  return merged;
}

function sharedNames(join: JoinExpr, left: Source, right: Source): readonly string[] {
  if (!join.isNatural) return names(join.usingClause);
  const theirs = new Set(right.refs().map(({ column }) => column.name));
  return left.refs().flatMap(({ column }) => (theirs.has(column.name) ? [column.name] : []));
}

function side(
  join: JoinExpr,
  source: Source,
  which: string,
  name: string,
  scope: QueryScope,
): Ref | undefined {
  const ref = source.find(name);
  if (typeof ref === 'object') {
    scope.read(ref);
    return ref;
  }
  const location = firstLocation(join.rarg);
  const { session } = scope;
  if (ref === 'ambiguous') {
    const message = `The ${which} side of the join has more than one column ${name}.`;
    session.report({ code: 'ambiguous', target: 'column', name, message, location });
  } else if (!source.open) {
    reportUnresolved({ kind: 'no_column', source }, scope, [name], location);
  }
  return undefined;
}

function merge(join: JoinExpr, name: string, left: Ref, right: Ref, scope: QueryScope): Ref {
  const where = whereOf('JOIN/USING', join.rarg);
  const { type, typmod } = commonOf([left.column, right.column], scope.session, where);
  const { jointype = 'JOIN_INNER' } = join;
  const isMerged = ({ column }: Ref) =>
    column.type === type && column.typmod === typmod && column.name === name;
  const prefersRight = jointype === 'JOIN_INNER' && !isMerged(left) && isMerged(right);
  const kept = jointype === 'JOIN_RIGHT' || prefersRight ? right : left;
  if (jointype !== 'JOIN_FULL' && isMerged(kept)) return kept;
  const column = { name, type, typmod };
  const made = jointype === 'JOIN_FULL' ? [left, right] : [kept];
  return { source: new ListSource(new ColumnList([column]), { name: undefined, made }), column };
}

/** What of a join can be used around it: its sides by name and its columns, or only its alias. */
export function joinItems(
  join: JoinExpr,
  joined: JoinSource,
  inner: readonly Item[],
  scope: QueryScope,
): { items: readonly Item[]; source: Source } {
  const { alias, join_using_alias: using } = join;
  if (alias) {
    const refs = joined.refs();
    const name = alias.aliasname ?? '';
    const aliases = names(alias.colnames);
    const { open } = joined;
    const location = firstLocation(join);
    checkAliases(aliases, { name, columns: refs.length, open, location }, scope.session);
    const list = new ColumnList(
      renamed(
        refs.map(({ column }) => column),
        aliases,
      ),
      open,
    );
    const { hides } = joined;
    const source = new ListSource(list, { name, aliased: true, hides, origins: refs });
    scope.sources.push(source);
    return { items: [itemOf(source)], source };
  }
  const items = inner.map((item) => ({ ...item, bare: false }));
  if (using) {
    const refs = [...joined.merged.values()];
    const list = new ColumnList(refs.map(({ column }) => column));
    const source = new ListSource(list, { name: using.aliasname, aliased: true, origins: refs });
    const item = itemOf(source, { bare: false });
    checkNames(inner, [item], join.rarg, scope.session);
    items.push(item);
  }
  return { items: [...items, itemOf(joined, { byName: false })], source: joined };
}
