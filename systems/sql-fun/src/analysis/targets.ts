import type { Node, ResTarget } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { fieldsOf, outputName, typeOf, type RecordTyped } from './expressions/index.js';
import type { Output, Typed } from './model.js';
import { firstLocation, locationOf, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import type { Ref } from './source.js';

/** A column of a SELECT list, with the expression that it is, or the column that a star stood for. */
export interface Target {
  readonly output: Output;
  readonly node?: Node;
  readonly ref?: Ref;
  /** What it is written as. */
  readonly written?: Node;
}

/** A SELECT list, or what is behind RETURNING. */
export interface Targets {
  readonly list: readonly Target[];
  /** A star stands for columns that are not known. */
  readonly open: boolean;
}

export function readTargets(
  nodes: readonly Node[] | undefined,
  scope: QueryScope,
  analyzer: Analyzer,
): Targets {
  const list: Target[] = [];
  let open = false;
  for (const node of nodes ?? []) {
    if (!('ResTarget' in node) || !node.ResTarget.val) continue;
    const { val } = node.ResTarget;
    const star = starTargets(val, scope, analyzer);
    if (star === undefined) list.push(plainTarget(node.ResTarget, val, scope, analyzer));
    else {
      list.push(...star.list);
      open ||= star.open;
    }
    if (list.length > MAX_TARGETS) {
      reportTooMany(node.ResTarget, scope);
      return { list: list.slice(0, MAX_TARGETS), open: true };
    }
  }
  return { list, open };
}

/** PostgreSQL's own limit. */
const MAX_TARGETS = 1664;

function reportTooMany(target: ResTarget, { session }: QueryScope): void {
  session.report({
    code: 'column_count',
    target: 'sql',
    name: 'SELECT',
    message: `A list can have at most ${MAX_TARGETS} columns.`,
    location: locationOf(target),
  });
}

export function rowsOf({ list, open }: Targets): Rows {
  const at = (index: number) => firstLocation(list[index]?.written);
  return { outputs: list.map(({ output }) => output), open, at };
}

function plainTarget(target: ResTarget, val: Node, scope: QueryScope, analyzer: Analyzer): Target {
  const { session } = scope;
  const typed: Typed | RecordTyped = typeOf(val, scope, session, analyzer);
  const { type, typmod, param } = typed;
  const first = (select: Node) => session.subqueries.get(select)?.[0]?.name;
  const name = target.name ?? outputName(val, first);
  const more = {
    ...(param !== undefined && { param }),
    ...('fields' in typed && { fields: typed.fields }),
  };
  return { output: { name, type, typmod, ...more }, node: val, written: val };
}

function starTargets(val: Node, scope: QueryScope, analyzer: Analyzer): Targets | undefined {
  if ('ColumnRef' in val) {
    const { fields } = val.ColumnRef;
    if (!isStar(fields?.at(-1))) return undefined;
    const parts = names(fields);
    const refs = scope.starRefs(parts, locationOf(val.ColumnRef));
    const list = refs.map((ref) => ({ output: scope.read(ref), ref, written: val }));
    return { list, open: scope.isOpen(parts) };
  }
  if (!('A_Indirection' in val) || !isStar(val.A_Indirection.indirection?.at(-1))) return undefined;
  const fields = fieldsOf(val, scope, scope.session, analyzer);
  const list = (fields ?? []).map((output) => ({ output, node: val, written: val }));
  return { list, open: fields === undefined };
}

function isStar(node: Node | undefined): boolean {
  return node !== undefined && 'A_Star' in node;
}
