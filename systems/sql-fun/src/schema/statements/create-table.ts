import type {
  ColumnDef,
  Constraint,
  CreateStmt,
  Node,
  TableLikeClause,
  TypeName,
} from 'libpg-query';
import { only, qualifiedName, strings } from '../ast.js';
import { rangeName, type Draft } from '../draft/draft.js';
import { inheritQueries } from '../derived/inherit.js';
import type { DraftRelation, Named } from '../draft/draft-relation.js';
import type { StatementSource } from '../reading/statement-source.js';
import { addColumn, applyOptions } from './columns.js';
import { copyOf, inheritColumns, inheritKeys, link } from './inheritance.js';
import { addKey, passOnKey } from './keys.js';
import { addColumnSequence } from './sequences.js';

/** The bits of `LIKE … INCLUDING …`. */
const LIKE = { comments: 1, defaults: 8, generated: 16, identity: 32, indexes: 64 } as const;

export function createTable(stmt: CreateStmt, draft: Draft, source: StatementSource): void {
  makeTable(draft, stmt, stmt.partspec === undefined ? 'table' : 'partitioned_table', source);
}

export function makeTable(
  draft: Draft,
  stmt: CreateStmt,
  kind: 'table' | 'partitioned_table' | 'foreign_table',
  source: StatementSource,
): void {
  if (stmt.if_not_exists === true && draft.find(rangeName(stmt.relation)) !== undefined) return;
  const { relation: range = {} } = stmt;
  const relation = draft.addRelation(kind, draft.schemaOf(range), range.relname ?? '');
  if (relation === undefined) return;
  const parents = only('RangeVar', stmt.inhRelations).flatMap((parent) => {
    const found = draft.relation(parent);
    return found !== undefined && link(draft, relation, found) ? [found] : [];
  });
  for (const parent of parents) inheritColumns(relation, parent);
  if (stmt.ofTypename !== undefined) addTypeColumns(draft, relation, stmt.ofTypename);
  // Which columns there are is not known until its own have been read.
  relation.definition = parents.find((parent) => parent.isDerived)?.definition;
  addElements(draft, relation, stmt, source);
  inheritQueries(relation, parents);
  if (stmt.partbound === undefined) return;
  for (const parent of parents) inheritKeys(draft, relation, parent);
}

function addElements(
  draft: Draft,
  relation: DraftRelation,
  { tableElts, constraints }: CreateStmt,
  source: StatementSource,
): void {
  const likes: (() => void)[] = [];
  const inherited = new Set(relation.columns.map(({ name }) => name));
  for (const element of tableElts ?? []) {
    if ('ColumnDef' in element) {
      readColumn(draft, relation, element.ColumnDef, inherited, source);
    } else if ('TableLikeClause' in element) {
      likes.push(...copyLike(draft, relation, element.TableLikeClause));
    }
  }
  addKeys(draft, relation, [...(tableElts ?? []), ...(constraints ?? [])]);
  for (const like of likes) like();
}

interface WrittenConstraint {
  readonly constraint: Constraint;
  /** The column at which it is written. */
  readonly own?: readonly Named[];
}

/** The primary key comes first, and what says the same once more adds nothing. */
function addKeys(draft: Draft, relation: DraftRelation, elements: readonly Node[]): void {
  const written = elements.flatMap((element) => constraintsOf(relation, element));
  const primary = written.filter(({ constraint }) => constraint.contype === 'CONSTR_PRIMARY');
  const rest = written.filter(({ constraint }) => constraint.contype !== 'CONSTR_PRIMARY');
  const unique = new Set<string>();
  for (const { constraint, own } of [...primary, ...rest]) {
    const { contype, conname, keys } = constraint;
    if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE') {
      const columns = JSON.stringify(own?.map(({ name }) => name) ?? strings(keys));
      if (unique.has(columns) && conname === undefined) continue;
      unique.add(columns);
    }
    addKey(draft, relation, constraint, own);
  }
}

/** The constraints that an element of a table has: it is one, or it is a column with some. */
function constraintsOf(relation: DraftRelation, element: Node): readonly WrittenConstraint[] {
  if ('Constraint' in element) return [{ constraint: element.Constraint }];
  if (!('ColumnDef' in element)) return [];
  const column = relation.column(element.ColumnDef.colname ?? '');
  const own = column === undefined ? [] : [column];
  return only('Constraint', element.ColumnDef.constraints).map((constraint) => ({
    constraint,
    own,
  }));
}

/** A column that is inherited may be written again, with more said about it. */
function readColumn(
  draft: Draft,
  relation: DraftRelation,
  definition: ColumnDef,
  inherited: ReadonlySet<string>,
  source: StatementSource,
): void {
  const name = definition.colname ?? '';
  const known = inherited.has(name) ? relation.column(name) : undefined;
  if (known !== undefined) applyOptions(draft, relation, known, definition, source);
  else if (definition.typeName !== undefined) addColumn(draft, relation, definition, source);
  else draft.problem(`column "${name}" of "${relation.name}" does not exist`);
}

/** `LIKE other`: its columns at once, its keys when all columns are there. */
function copyLike(
  draft: Draft,
  relation: DraftRelation,
  { relation: range, options = 0 }: TableLikeClause,
): readonly (() => void)[] {
  const model = draft.relation(range);
  if (model === undefined) return [];
  if (model.isDerived) {
    draft.problem(`the columns of "${model.name}" follow from a query and are not copied`);
    return [];
  }
  // A copy: a table that is like itself would never end.
  for (const column of [...model.columns]) {
    const copy = {
      ...copyOf(column),
      comment: options & LIKE.comments ? column.comment : undefined,
    };
    if (copy.generated === undefined && !(options & LIKE.defaults)) copy.defaultText = undefined;
    if (copy.generated !== undefined && !(options & LIKE.generated)) {
      Object.assign(copy, { generated: undefined, defaultText: undefined });
    }
    if (column.generated?.startsWith('identity') && options & LIKE.identity) {
      copy.generated = column.generated;
      addColumnSequence(draft, relation, column.name);
    }
    relation.columns.push(copy);
  }
  if (!(options & LIKE.indexes)) return [];
  const keys = model.keys.filter(({ kind }) => kind === 'primary' || kind === 'unique');
  return keys.map((key) => () => passOnKey(draft, relation, key));
}

/** `CREATE TABLE … OF type`. */
function addTypeColumns(draft: Draft, relation: DraftRelation, type: TypeName): void {
  const name = qualifiedName(strings(type.names));
  const model = draft.find(name);
  if (model === undefined) {
    draft.missing('type', name);
    return;
  }
  for (const column of model.columns) relation.columns.push(copyOf(column));
  draft.catalog.addCast(relation.rowType, model.rowType, 'implicit');
}
