import { align } from '../text/index.js';
import { columnRows } from './column-rows.js';
import { defineMethod } from './define-method.js';
import { DESCRIBED_COLUMN, describedColumns } from './described-columns.js';
import type { DescribedColumn } from '../catalog/index.js';
import { findObject, type RelationParams } from './find-object.js';
import { list, object, RELATION, SCHEMA_ID, TEXT } from './json-schemas.js';

interface Result {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly DescribedColumn[];
}

/** The columns of a table or view. */
export const getColumns = defineMethod<RelationParams & { schema?: string }, Result>({
  name: 'get_columns',
  title: 'Columns of a table or view',
  description:
    'The columns of one table or view with their types, in order. Use it before writing a query, when the names of the ' +
    'columns or their types are not known for sure. For keys, foreign keys and indexes use describe_table.',
  inputSchema: object({ ...RELATION, schema: SCHEMA_ID }, ['table', 'view', 'schema']),
  outputSchema: object({
    namespace: TEXT,
    name: TEXT,
    kind: TEXT,
    columns: list(DESCRIBED_COLUMN),
  }),
  async run(params, context) {
    const loaded = await context.schema(params.schema);
    const relation = findObject(params, loaded, context);
    const { schema: namespace, name, kind } = relation;
    return { namespace, name, kind, columns: await describedColumns(relation, loaded, context) };
  },
  toText: ({ namespace, name, columns }) =>
    columns.length === 0
      ? `${namespace}.${name} has no columns.`
      : `${namespace}.${name}\n${align(columnRows(columns))}`,
});
