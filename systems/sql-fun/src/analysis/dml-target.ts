import type { RangeVar } from 'libpg-query';
import type { Column, Relation } from '../schema/index.js';
import type { Analyzer } from './analyzer.js';
import { ColumnList } from './column-list.js';
import { findRelation, isRelation } from './find-relation.js';
import { relationSource } from './from-relation.js';
import type { Output } from './model.js';
import { reportUnresolved } from './name-problems.js';
import type { QueryScope } from './query-scope.js';
import { ListSource } from './source.js';

/** The relation that a statement writes. */
export interface DmlTarget {
  /** As it was written. */
  readonly name: string;
  readonly relation: Relation | undefined;
  readonly source: ListSource;
}

export function readTarget(range: RangeVar, scope: QueryScope, analyzer: Analyzer): DmlTarget {
  const { session } = scope;
  const { schemaname, relname = '' } = range;
  const found = findRelation(range, session);
  const relation = isRelation(found) ? found : undefined;
  if (relation) session.write(relation);
  const source = relationSource(found, range, session, analyzer);
  scope.sources.push(source);
  const name = schemaname === undefined ? relname : `${schemaname}.${relname}`;
  return { name, relation, source };
}

/** The target under another name and without being read: `excluded`. */
export function shadowOf({ source }: DmlTarget, name: string): ListSource {
  const { hides, rowType, list } = source;
  const columns = list.columns.map((column) => {
    return { name: column.name, type: column.type, typmod: column.typmod };
  });
  const info = { name, aliased: true, hides, ...(rowType && { rowType }) };
  return new ListSource(new ColumnList(columns, list.open), info);
}

/** A column that gets a value; undefined where it is not there, or not known. */
export function writtenColumn(
  target: DmlTarget,
  name: string,
  location: number | undefined,
  scope: QueryScope,
): Output | undefined {
  const { relation, source } = target;
  const column = source.list.find(name);
  if (typeof column !== 'object') {
    if (!source.open) reportUnresolved({ kind: 'no_column', source }, scope, [name], location);
    return undefined;
  }
  if (relation) scope.session.write(relation, column.column ?? name);
  return column;
}

/** The same column twice cannot get two values. */
export function checkTwice(
  seen: Set<string>,
  name: string,
  location: number | undefined,
  scope: QueryScope,
): void {
  if (seen.has(name)) {
    const message = `${name} gets a value more than once.`;
    scope.session.report({ code: 'duplicate', target: 'column', name, message, location });
  }
  seen.add(name);
}

/** A column that computes its value itself can be given nothing but DEFAULT. */
export function refuseGenerated(
  target: DmlTarget,
  name: string,
  options: { readonly overriding: boolean; readonly location: number | undefined },
  scope: QueryScope,
): void {
  const generated = columnOf(target, name)?.generated;
  if (generated === undefined || generated === 'identity_by_default') return;
  if (generated === 'identity_always' && options.overriding) return;
  const message = `${name} is generated: it can only be given DEFAULT.`;
  const { location } = options;
  scope.session.report({ code: 'misplaced', target: 'column', name, message, location });
}

function columnOf({ relation }: DmlTarget, name: string): Column | undefined {
  return relation?.columns.find((column) => column.name === name);
}
