import type { JsonSchema } from '@errata/kit';
import { describeColumns, type CatalogRelation, type DescribedColumn } from '../catalog/index.js';
import type { LoadedSchema, MethodContext } from './context.js';
import { FLAG, NAMES, object, TEXT } from './json-schemas.js';

export const DESCRIBED_COLUMN: JsonSchema = object(
  {
    name: TEXT,
    type: { ...TEXT, description: "PostgreSQL's spelling; missing where it is not known." },
    unresolved: { const: true, description: 'Its type comes from an extension that is not here.' },
    values: { ...NAMES, description: 'All there are, of an enum.' },
    not_null: FLAG,
    has_default: FLAG,
    default: { ...TEXT, description: 'The expression.' },
    generated: {
      enum: ['stored', 'virtual', 'identity_always', 'identity_by_default'],
      description: 'The database makes the value.',
    },
    expression: { ...TEXT, description: 'Of a generated column.' },
    primary_key: { ...FLAG, description: 'It is a part of the primary key.' },
    comment: TEXT,
  },
  [
    ...['type', 'unresolved', 'values', 'not_null', 'has_default', 'default'],
    ...['generated', 'expression', 'primary_key', 'comment'],
  ],
);

/** The columns of a relation as a method answers them. */
export async function describedColumns(
  { oid, kind }: CatalogRelation,
  { database }: LoadedSchema,
  { exposure }: MethodContext,
): Promise<readonly DescribedColumn[]> {
  const columns = await describeColumns(database.postgres, oid);
  if (kind === 'system_relation')
    return columns.map(({ name, type }) => ({ name, ...(type !== undefined && { type }) }));
  if (exposure === undefined) return columns;
  // A default may be a value that nobody meant to show.
  return columns.map(({ default: _default, ...column }) => column);
}
