import type { RangeVar } from 'libpg-query';
import type { Relation } from '../schema/index.js';
import { checkAliases, renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { ColumnList } from './column-list.js';
import { findCte, type Ctes } from './cte.js';
import { findRelation, isRelation, type FoundRelation } from './find-relation.js';
import { locationOf, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import { systemColumns } from './relation-columns.js';
import type { StatementSession } from './session.js';
import { ListSource, type SourceInfo } from './source.js';

/** A name in FROM: a query of a WITH clause, or a relation. */
export function fromRelation(range: RangeVar, scope: QueryScope, analyzer: Analyzer): ListSource {
  const { session, ctes } = scope;
  const { relname = '', schemaname } = range;
  const cte = schemaname === undefined ? findCte(ctes, relname) : undefined;
  if (cte) {
    const { outputs, open, unlisted, recursive } = cte.rows(locationOf(range), scope);
    if (recursive) scope.recurses = true;
    return aliased(new ColumnList(outputs, open, unlisted), range, { aliased: true }, session);
  }
  const found = findRelation(range, session, { others: cteNames(ctes) });
  if (isRelation(found)) session.read(found);
  return relationSource(found, range, session, analyzer);
}

/** A relation as a source, under its alias. */
export function relationSource(
  found: FoundRelation,
  range: RangeVar,
  session: StatementSession,
  analyzer: Analyzer,
): ListSource {
  if (!isRelation(found)) {
    const before = found?.relation ? analyzer.columnsOf(found.relation, session).columns : [];
    const list = new ColumnList([...before, ...(found?.outputs ?? [])], found?.open ?? true);
    return aliased(list, range, {}, session);
  }
  const list = analyzer.columnsOf(found, session);
  return aliased(list, range, relationInfo(found, session), session);
}

/** What a source knows of its relation. */
export function relationInfo(relation: Relation, session: StatementSession): Partial<SourceInfo> {
  const { exposure, schema } = session;
  const hides = exposure?.allColumns(relation.schema, relation.name) === false;
  const hidden = systemColumns(relation, schema.catalog, exposure);
  return { relation, rowType: relation.rowType, hides, ...(hidden && { hidden }) };
}

function aliased(
  list: ColumnList,
  range: RangeVar,
  info: Partial<SourceInfo>,
  session: StatementSession,
): ListSource {
  const { alias, relname = '' } = range;
  if (!alias) return new ListSource(list, { ...info, name: relname });
  const name = alias.aliasname ?? relname;
  const columns = names(alias.colnames);
  const under = { ...info, name, aliased: true };
  if (columns.length === 0) return new ListSource(list, under);
  const { open } = list;
  const location = locationOf(range);
  checkAliases(columns, { name, columns: list.columns.length, open, location }, session);
  return new ListSource(new ColumnList(renamed(list.columns, columns), open), under);
}

function cteNames(ctes: Ctes | undefined): string[] {
  const found: string[] = [];
  for (let at = ctes; at; at = at.next) found.push(at.cte.name);
  return found;
}
