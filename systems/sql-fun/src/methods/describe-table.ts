import { loadParser } from '../analysis/index.js';
import { align } from '../text/index.js';
import { columnRows } from './column-rows.js';
import { defineMethod } from './define-method.js';
import { DESCRIBED_COLUMN, describedColumns, type DescribedColumn } from './described-columns.js';
import {
  foreignKeysOf,
  indexesOf,
  referencesTo,
  sees,
  type DescribedForeignKey,
  type DescribedIndex,
} from './described-keys.js';
import { findObject, type RelationParams } from './find-object.js';
import { FLAG, list, NAMES, object, RELATION, SCHEMA_ID, TEXT } from './json-schemas.js';

interface Result {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly comment?: string;
  readonly columns: readonly DescribedColumn[];
  readonly primary_key?: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly foreign_keys: readonly DescribedForeignKey[];
  readonly referenced_by: readonly DescribedForeignKey[];
  readonly indexes: readonly DescribedIndex[];
}

const FOREIGN_KEYS = list(
  object({ name: TEXT, columns: NAMES, namespace: TEXT, table: TEXT, references: NAMES }, ['name']),
);

/** All that is known of a table or view. */
export const describeTable = defineMethod<RelationParams & { schema?: string }, Result>({
  name: 'describe_table',
  title: 'Description of a table or view',
  description:
    'All that is known of one table or view: columns with types, primary key, unique keys, foreign keys out of it and ' +
    'into it, indexes and comments. Use it to find out how tables are joined. For the columns alone use get_columns.',
  inputSchema: object({ ...RELATION, schema: SCHEMA_ID }, ['table', 'view', 'schema']),
  outputSchema: object(
    {
      namespace: TEXT,
      name: TEXT,
      kind: TEXT,
      comment: TEXT,
      columns: list(DESCRIBED_COLUMN),
      primary_key: NAMES,
      unique: list(NAMES),
      foreign_keys: { ...FOREIGN_KEYS, description: 'To other tables.' },
      referenced_by: { ...FOREIGN_KEYS, description: 'Foreign keys of other tables to this one.' },
      indexes: list(object({ name: TEXT, unique: FLAG, columns: NAMES })),
    },
    ['comment', 'primary_key'],
  ),
  async run(params, context) {
    await loadParser();
    const loaded = await context.schema(params.schema);
    const relation = findObject(params, loaded, context);
    const { schema: namespace, name, kind, comment, primaryKey } = relation;
    const { exposure } = context;
    const { schema } = loaded;
    return {
      namespace,
      name,
      kind,
      ...(comment !== undefined && { comment }),
      columns: describedColumns(relation, loaded, context),
      ...(primaryKey !== undefined &&
        sees(exposure, relation, primaryKey) && { primary_key: primaryKey }),
      unique: relation.unique.filter((columns) => sees(exposure, relation, columns)),
      foreign_keys: foreignKeysOf(relation, schema, exposure),
      referenced_by: referencesTo(relation, schema, exposure),
      indexes: indexesOf(relation, schema, exposure),
    };
  },
  toText: describe,
});

function describe(result: Result): string {
  const kind = result.kind.replaceAll('_', ' ');
  const comment = result.comment === undefined ? '' : ` -- ${result.comment}`;
  return [
    `${result.namespace}.${result.name} (${kind})${comment}`,
    ...section('Columns', align(columnRows(result.columns))),
    ...section('Primary key', indented(result.primary_key?.join(', '))),
    ...section('Unique', indented(...result.unique.map((columns) => columns.join(', ')))),
    ...section(
      'Foreign keys',
      indented(...result.foreign_keys.map((key) => `${inBrackets(key.columns)} → ${end(key)}`)),
    ),
    ...section(
      'Referenced by',
      indented(
        ...result.referenced_by.map(
          (key) =>
            `${key.namespace}.${key.table} ${inBrackets(key.columns)} → ${inBrackets(key.references)}`,
        ),
      ),
    ),
    ...section(
      'Indexes',
      indented(
        ...result.indexes.map(
          ({ name, unique, columns }) => `${name} ${inBrackets(columns)}${unique ? ' unique' : ''}`,
        ),
      ),
    ),
  ].join('\n');
}

function section(title: string, body: string): readonly string[] {
  return body === '' ? [] : [`${title}:`, body];
}

function indented(...lines: readonly (string | undefined)[]): string {
  return lines.flatMap((line) => (line === undefined ? [] : [`  ${line}`])).join('\n');
}

const inBrackets = (names: readonly string[]) => `(${names.join(', ')})`;
const end = (key: DescribedForeignKey) =>
  `${key.namespace}.${key.table} ${inBrackets(key.references)}`;
