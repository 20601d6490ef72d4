import type { Node, RangeVar, SelectStmt } from 'libpg-query';
import { strings, type NodeOf } from '../ast.js';
import { beforeChange } from '../derived/before-change.js';
import { define } from '../derived/define.js';
import { rangeName, type Draft } from '../draft/draft.js';

export function createView(stmt: NodeOf<'ViewStmt'>, draft: Draft): void {
  const { view: range = {}, query, aliases, replace } = stmt;
  const before = replace === true ? draft.find(rangeName(range)) : undefined;
  const isView = before?.kind === 'view' && before.schema === draft.schemaOf(range);
  const view = isView ? before : draft.addRelation('view', draft.schemaOf(range), range.relname!);
  if (view === undefined || query === undefined) return;
  beforeChange(view);
  define(draft, view, { query, path: draft.path, aliases: strings(aliases) });
}

export function createTableAs(stmt: NodeOf<'CreateTableAsStmt'>, draft: Draft): void {
  const { into, query, objtype, if_not_exists } = stmt;
  const kind = objtype === 'OBJECT_MATVIEW' ? 'materialized_view' : 'table';
  if (if_not_exists === true && draft.find(rangeName(into?.rel)) !== undefined) return;
  makeDerived(draft, kind, into?.rel, query, strings(into?.colNames));
}

/** `SELECT … INTO users`; the parser puts the INTO at the first SELECT of a UNION. */
export function selectInto(stmt: SelectStmt, draft: Draft): void {
  const heads: SelectStmt[] = [];
  for (let head: SelectStmt | undefined = stmt; head !== undefined; head = head.larg) {
    heads.push(head);
  }
  const into = heads.at(-1)?.intoClause;
  if (into === undefined) return;
  const query = heads.reduceRight<SelectStmt | undefined>(
    (larg, { intoClause: _, ...rest }) => ({ ...rest, ...(larg !== undefined && { larg }) }),
    undefined,
  );
  makeDerived(draft, 'table', into.rel, { SelectStmt: query ?? {} }, []);
}

function makeDerived(
  draft: Draft,
  kind: 'table' | 'materialized_view',
  range: RangeVar = {},
  query: Node | undefined,
  aliases: readonly string[],
): void {
  if (query === undefined || !('SelectStmt' in query)) {
    draft.problem(`"${range.relname ?? ''}" is made by a statement that is not read`);
    return;
  }
  const relation = draft.addRelation(kind, draft.schemaOf(range), range.relname ?? '');
  if (relation !== undefined) define(draft, relation, { query, path: draft.path, aliases });
}
