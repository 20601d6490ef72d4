import type { ColumnDef, Constraint, Node, TypeName } from 'libpg-query';
import { quoteIdentifier, SERIAL_TYPES } from '../../pg/index.js';
import { only, strings } from '../ast.js';
import type { Draft } from '../draft/draft.js';
import type { DraftColumn, DraftRelation } from '../draft/draft-relation.js';
import { knownType } from '../draft/written-type.js';
import type { StatementSource } from '../reading/statement-source.js';
import { addKey } from './keys.js';
import { addColumnSequence } from './sequences.js';

/** Adds a column with what its definition says; its keys come when all columns are there. */
export function addColumn(
  draft: Draft,
  relation: DraftRelation,
  definition: ColumnDef,
  source: StatementSource,
): DraftColumn {
  const name = definition.colname ?? '';
  const column = serialColumn(draft, relation, name, definition.typeName) ?? {
    name,
    type: draft.type(definition.typeName),
    notNull: false,
  };
  if (relation.column(name) === undefined) relation.columns.push(column);
  else draft.problem(`column "${name}" of "${relation.name}" is there more than once`);
  applyOptions(draft, relation, column, definition, source);
  return column;
}

/** What stands behind the type of a column, other than keys. */
export function applyOptions(
  draft: Draft,
  relation: DraftRelation,
  column: DraftColumn,
  definition: ColumnDef,
  source: StatementSource,
): void {
  for (const constraint of only('Constraint', definition.constraints)) {
    const { location = 0 } = constraint;
    switch (constraint.contype) {
      case 'CONSTR_NOTNULL':
        column.notNull = true;
        break;
      case 'CONSTR_DEFAULT':
        column.defaultText = isNoDefault(draft, column, constraint.raw_expr)
          ? undefined
          : source.after(location, nextLocation(definition, location));
        break;
      case 'CONSTR_GENERATED':
        column.generated = constraint.generated_kind === 'v' ? 'virtual' : 'stored';
        column.defaultText = source.inParentheses(location);
        break;
      case 'CONSTR_IDENTITY':
        makeIdentity(draft, relation, column, constraint);
        break;
    }
  }
}

/** The keys that are written at a column. */
export function addColumnKeys(
  draft: Draft,
  relation: DraftRelation,
  column: DraftColumn,
  definition: ColumnDef,
): void {
  for (const constraint of only('Constraint', definition.constraints)) {
    addKey(draft, relation, constraint, [column]);
  }
}

export function makeIdentity(
  draft: Draft,
  relation: DraftRelation,
  column: DraftColumn,
  { generated_when, options }: Constraint,
): void {
  column.notNull = true;
  column.generated = generated_when === 'a' ? 'identity_always' : 'identity_by_default';
  addColumnSequence(draft, relation, column.name, options);
}

/** A default of NULL is none, unless it has to be made to fit the type: then PostgreSQL keeps it. */
export function isNoDefault(
  draft: Draft,
  { type: { node, use } }: DraftColumn,
  expression: Node | undefined,
): boolean {
  const isFitted =
    use === undefined
      ? (node.typmods ?? []).length > 0
      : use.typmod !== -1 || use.type.kind === 'domain';
  if (isFitted || expression === undefined) return false;
  if ('A_Const' in expression) return expression.A_Const.isnull === true;
  if (!('TypeCast' in expression)) return false;
  const { arg, typeName = {} } = expression.TypeCast;
  const isNull = arg !== undefined && 'A_Const' in arg && arg.A_Const.isnull === true;
  const cast = isNull ? draft.lookUp(typeName).use : undefined;
  return cast !== undefined && cast.type === use?.type && cast.typmod === -1;
}

/** A serial column is an integer that takes its values from a sequence of its own. */
function serialColumn(
  draft: Draft,
  relation: DraftRelation,
  name: string,
  typeName: TypeName | undefined,
): DraftColumn | undefined {
  const [written, ...more] = strings(typeName?.names);
  const integer = SERIAL_TYPES.get(written ?? '');
  if (integer === undefined || more.length > 0 || typeName?.arrayBounds !== undefined) return;
  const type = draft.catalog.type(integer, { schema: 'pg_catalog' });
  if (type === undefined) return undefined;
  const sequence = addColumnSequence(draft, relation, name);
  const next = [sequence?.schema ?? '', sequence?.name ?? ''].map(quoteIdentifier).join('.');
  const defaultText = `nextval('${next.replaceAll("'", "''")}'::regclass)`;
  return { name, type: knownType(type), notNull: true, defaultText };
}

/** Where the next part of a column's definition begins. */
function nextLocation(definition: ColumnDef, location: number): number | undefined {
  const locations = only('Constraint', definition.constraints).map((each) => each.location ?? 0);
  const later = [...locations, definition.collClause?.location ?? 0].filter((at) => at > location);
  return later.length === 0 ? undefined : Math.min(...later);
}
