import { analyze } from '../analysis/index.js';
import type { JsonSchema } from '@errata/kit';
import type { LoadedSchema, MethodContext } from './context.js';
import type { FoundObject } from './find-object.js';
import type { PgType } from '../pg/index.js';
import { FLAG, NAMES, object, TEXT } from './json-schemas.js';

/** A column as it is told. */
export interface DescribedColumn {
  readonly name: string;
  /** Missing where it is not known. */
  readonly type?: string;
  /** Of an enum. */
  readonly values?: readonly string[];
  readonly not_null?: boolean;
  readonly has_default?: boolean;
  readonly default?: string;
  readonly generated?: string;
  readonly primary_key?: boolean;
  readonly comment?: string;
}

export const DESCRIBED_COLUMN: JsonSchema = object(
  {
    name: TEXT,
    type: { ...TEXT, description: "PostgreSQL's spelling; missing where it is not known." },
    values: { ...NAMES, description: 'All there are, of an enum.' },
    not_null: FLAG,
    has_default: FLAG,
    default: { ...TEXT, description: 'The expression.' },
    generated: {
      enum: ['stored', 'virtual', 'identity_always', 'identity_by_default'],
      description: 'The value is made by the database.',
    },
    primary_key: { ...FLAG, description: 'It is a part of the primary key.' },
    comment: TEXT,
  },
  ['type', 'values', 'not_null', 'has_default', 'default', 'generated', 'primary_key', 'comment'],
);

/** The columns of a relation that may be seen. Those of a view follow from its query. */
export function describedColumns(
  relation: FoundObject,
  loaded: LoadedSchema,
  { exposure }: MethodContext,
): readonly DescribedColumn[] {
  const { schema, name, primaryKey = [] } = relation;
  const columns =
    relation.definition === undefined || relation.columns.length > 0
      ? relation.columns.map((column) => ({
          name: column.name,
          type: column.typeText,
          ...valuesOf(column.use?.type),
          ...(column.notNull && { not_null: true }),
          ...(column.defaultText !== undefined && { has_default: true }),
          // A default can name what may not be seen.
          ...(column.defaultText !== undefined &&
            exposure === undefined && { default: column.defaultText }),
          ...(column.generated !== undefined && { generated: column.generated }),
          ...(primaryKey.includes(column.name) && { primary_key: true }),
          ...(column.comment !== undefined && { comment: column.comment }),
        }))
      : columnsOfQuery(relation, loaded);
  return exposure === undefined
    ? columns
    : columns.filter((column) => exposure.column(schema, name, column.name));
}

function valuesOf(type: PgType | undefined): Pick<DescribedColumn, 'values'> {
  const { labels } = type?.element ?? type?.base?.type ?? type ?? {};
  return labels === undefined ? {} : { values: labels };
}

function columnsOfQuery(
  { schema, name }: FoundObject,
  loaded: LoadedSchema,
): readonly DescribedColumn[] {
  const quoted = [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
  const { statements } = analyze(`SELECT * FROM ${quoted}`, { schema: loaded.schema });
  return (statements[0]?.columns ?? []).map((column) => ({
    name: column.name,
    ...(column.type !== undefined && { type: column.type }),
  }));
}
