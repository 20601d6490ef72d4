import { align } from '../text/index.js';
import { columnRows } from './column-rows.js';
import { defineMethod } from './define-method.js';
import { DESCRIBED_COLUMN, describedColumns } from './described-columns.js';
import {
  describeRelation,
  type DescribedColumn,
  type DescribedForeignKey,
  type DescribedRelation,
} from '../catalog/index.js';
import { findObject, type RelationParams } from './find-object.js';
import { FLAG, list, NAMES, object, RELATION, SCHEMA_ID, TEXT } from './json-schemas.js';

interface Result extends Partial<DescribedRelation> {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly DescribedColumn[];
  readonly unique: DescribedRelation['unique'];
  readonly foreign_keys: DescribedRelation['foreign_keys'];
  readonly referenced_by: DescribedRelation['referenced_by'];
  readonly indexes: DescribedRelation['indexes'];
}

const FOREIGN_KEYS = list(
  object({ name: TEXT, columns: NAMES, namespace: TEXT, table: TEXT, references: NAMES }, ['name']),
);

/** All that is known of a table or view. */
export const describeTable = defineMethod<RelationParams & { schema?: string }, Result>({
  name: 'describe_table',
  title: 'Description of a table or view',
  description:
    'Everything about one table or view: columns with types, keys, foreign keys in both directions, checks, indexes, ' +
    'partitions, policies, triggers and comments. Use it to find out how tables are joined. For columns alone use get_columns.',
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
      indexes: list(
        object(
          {
            ...{ name: TEXT, unique: FLAG, columns: NAMES, include: NAMES, method: TEXT },
            where: { ...TEXT, description: 'The predicate of a partial index.' },
          },
          ['include', 'method', 'where'],
        ),
      ),
      checks: list(object({ name: TEXT, expression: TEXT })),
      policies: list(
        object(
          {
            ...{ name: TEXT, command: TEXT, permissive: FLAG, roles: NAMES },
            ...{ using: TEXT, check: TEXT },
          },
          ['using', 'check'],
        ),
      ),
      triggers: list(
        object({ name: TEXT, timing: TEXT, events: NAMES, for_each: TEXT, function: TEXT }),
      ),
      partition_key: TEXT,
      partitions: list(object({ namespace: TEXT, name: TEXT, bound: TEXT })),
      partition_of: object({ namespace: TEXT, name: TEXT }),
    },
    [
      ...['comment', 'primary_key', 'checks', 'policies', 'triggers'],
      ...['partition_key', 'partitions', 'partition_of'],
    ],
  ),
  async run(params, context) {
    const loaded = await context.schema(params.schema);
    const relation = findObject(params, loaded, context);
    const { schema: namespace, name, kind, oid } = relation;
    const described = await describeRelation(loaded.database.postgres, oid);
    const columns = await describedColumns(relation, loaded, context);
    const { comment, ...rest } = described;
    return {
      ...{ namespace, name, kind, ...(comment !== undefined && { comment }), columns },
      ...withoutEmpty(rest),
    };
  },
  toText: describe,
});

function withoutEmpty({ checks, policies, triggers, partitions, ...rest }: DescribedRelation) {
  return {
    ...rest,
    ...(checks.length > 0 && { checks }),
    ...(policies.length > 0 && { policies }),
    ...(triggers.length > 0 && { triggers }),
    ...(partitions.length > 0 && { partitions }),
  };
}

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
          ({ name, unique, columns, where }) =>
            `${name} ${inBrackets(columns)}${unique ? ' unique' : ''}${where === undefined ? '' : ` where ${where}`}`,
        ),
      ),
    ),
    ...section(
      'Checks',
      indented(...(result.checks ?? []).map(({ name, expression }) => `${name} ${expression}`)),
    ),
    ...section('Partition key', indented(result.partition_key)),
    ...section(
      'Partitions',
      indented(
        ...(result.partitions ?? []).map((one) => `${one.namespace}.${one.name} ${one.bound}`),
      ),
    ),
    ...section(
      'Partition of',
      indented(
        result.partition_of && `${result.partition_of.namespace}.${result.partition_of.name}`,
      ),
    ),
    ...section(
      'Policies',
      indented(
        ...(result.policies ?? []).map(
          ({ name, command, roles, using }) =>
            `${name} for ${command} to ${roles.join(', ')}${using === undefined ? '' : ` using ${using}`}`,
        ),
      ),
    ),
    ...section(
      'Triggers',
      indented(
        ...(result.triggers ?? []).map(
          (one) => `${one.name} ${one.timing} ${one.events.join(' or ')} → ${one.function}`,
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
