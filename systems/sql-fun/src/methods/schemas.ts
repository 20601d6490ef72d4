import { basename } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { SYSTEM_SCHEMAS, type DatabaseCatalog } from '../catalog/catalog.js';
import { countKinds, OBJECT_KINDS, objectsOf } from '../catalog/describe.js';
import type { ObjectCounts, CatalogObject, ObjectKind } from '../catalog/describe.js';
import { align } from '../text/cells.js';
import { closest, matchesLike } from '../text/names.js';
import { invalidParameter } from './faults.js';
import * as t from './json-schemas.js';
import { defineMethod, type LoadedSchema, type MethodContext } from './method.js';
import { namespaceNotFound } from './tables.js';

/** The schemas (namespaces) and objects that may be seen. The database of MCP has no others, but for empty schemas. */
export async function visibleIn({ database }: LoadedSchema, { exposure }: MethodContext) {
  const namespaces = [...database.catalog.schemas].filter(
    (name) => !SYSTEM_SCHEMAS.has(name) && (exposure?.schema(name) ?? true),
  );
  const objects = await objectsOf(database.postgres);
  return { namespaces, objects: objects.filter((one) => namespaces.includes(one.namespace)) };
}

const COUNTS: t.Schema<ObjectCounts> = t.object(
  Object.fromEntries(OBJECT_KINDS.map((kind) => [`${kind}?`, t.count()])),
);

function countsText(counts: ObjectCounts): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const plural = count === 1 ? '' : kind === 'index' ? 'es' : 's';
    return `${count} ${kind.replaceAll('_', ' ')}${plural}`;
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

const LEFT_OUT = t.object({
  severity: t.oneOf(
    ['error', 'note'],
    'An error is something that PostgreSQL refuses; a note is left out by design.',
  ),
  message: t.text(),
  'name?': t.text('The object.'),
  'line?': t.count('Of the dump, from 1: where the statement begins.'),
});

const MAX_LEFT_OUT = 100;
const MAX_PROBLEMS = 500;

export const listSchemas = defineMethod({
  name: 'list_schemas',
  title: 'List of schemas',
  description:
    'Lists the schemas of the project (each is a dump of a database, such as develop or production) and says which one is selected. Use it to find an id for select_schema.',
  inputSchema: t.object({}),
  outputSchema: t.object({
    ...t.texts('selected', 'default'),
    schemas: t.list(
      t.object({ ...t.texts('schema', 'file'), exists: t.flag(), selected: t.flag() }),
    ),
  }),
  async run(_params, { selected, exposure, schemas }) {
    const known = await schemas();
    return {
      selected,
      default: known.default,
      schemas: known.schemas.map(({ id, file, exists }) => ({
        ...{ schema: id, file: exposure === undefined ? file : basename(file), exists },
        selected: id === selected,
      })),
    };
  },
  toText: ({ schemas }) =>
    align(
      schemas.map(({ schema, file, exists, selected }) => [
        ...[selected ? '*' : '', schema, exists ? file : `${file} (missing)`],
      ]),
    ),
});

export const selectSchema = defineMethod({
  name: 'select_schema',
  title: 'Select a schema',
  description:
    'Selects the schema (the dump of a database) for all later calls, and returns how many objects it has. list_schemas lists the ids. Default: the schema of the project.',
  inputSchema: t.object({ schema: t.name('The id of the schema.') }),
  outputSchema: t.object({
    ...t.texts('schema', 'file'),
    counts: COUNTS,
    namespaces: t.list(t.object({ name: t.text(), counts: COUNTS })),
    'sha256?': t.text('Of the file.'),
    'statements?': t.count('Statements in the file.'),
    'extensions?': t.NAMES,
    'problems?': t.count('Errors in the dump; validate_schema lists them.'),
    'left_out?': t.list(
      LEFT_OUT,
      `What of the dump is not in the database, and why; the first ${MAX_LEFT_OUT}.`,
    ),
  }),
  async run(params, context) {
    const loaded = await context.schema(params.schema);
    const { id, file, sha256, database } = loaded;
    const { statements, extensions, leftOut } = database.dump;
    const { namespaces, objects } = await visibleIn(loaded, context);
    const of = (name: string) => objects.filter(({ namespace }) => namespace === name);
    const isWhole = context.exposure === undefined;
    return {
      schema: id,
      file: isWhole ? file : basename(file),
      counts: countKinds(objects),
      namespaces: namespaces.map((name) => ({ name, counts: countKinds(of(name)) })),
      // These are about the whole file, also about what may not be seen.
      ...(isWhole && {
        ...{ sha256, statements, extensions },
        problems: leftOut.filter(({ severity }) => severity === 'error').length,
        left_out: leftOut.slice(0, MAX_LEFT_OUT),
      }),
    };
  },
  toText({ schema, file, namespaces, extensions = [], problems = 0 }) {
    return [
      `Selected ${schema} (${file})`,
      ...namespaces.map(({ name, counts }) => `  ${name}: ${countsText(counts)}`),
      ...(extensions.length > 0 ? [`Extensions: ${extensions.join(', ')}`] : []),
      ...(problems > 0 ? [`Problems: ${problems} (validate_schema lists them)`] : []),
    ].join('\n');
  },
});

export const validateSchema = defineMethod({
  name: 'validate_schema',
  title: 'Check a schema',
  description:
    'Checks the dump of a database: views that do not resolve, foreign keys to missing tables, unknown types, duplicates, and skipped parts. A dump that cannot be parsed is an error with the line. Use it if results about a schema look incomplete.',
  inputSchema: t.object({ 'schema?': t.SCHEMA_ID }),
  outputSchema: t.object({
    valid: t.flag(),
    counts: COUNTS,
    problems: t.list(LEFT_OUT),
    problems_total: t.count(`At most ${MAX_PROBLEMS} are listed.`),
  }),
  async run({ schema: id }, context) {
    const loaded = await context.schema(id);
    const { dump, catalog } = loaded.database;
    const { objects } = await visibleIn(loaded, context);
    // MCP learns which visible columns have no known type, and nothing else of the dump.
    const problems = context.exposure === undefined ? dump.leftOut : untypedColumns(catalog);
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      counts: countKinds(objects),
      problems: problems.slice(0, MAX_PROBLEMS),
      problems_total: problems.length,
    };
  },
  toText({ valid, counts, problems, problems_total: total }) {
    const head = `${valid ? 'Valid' : 'Not valid'}: ${countsText(counts)}.`;
    const rows = problems.map(({ severity, message, name = '', line }) => [
      ...[line === undefined ? '' : `line ${line}`, severity, name, message],
    ]);
    const rest = total > problems.length ? [`… ${total} problems in all`] : [];
    return [head, ...(rows.length > 0 ? [align(rows)] : []), ...rest].join('\n');
  },
});

const untypedColumns = ({ relations }: DatabaseCatalog) =>
  [...relations].flatMap(({ schema, name, kind, columns }) =>
    columns
      .filter(({ unresolved }) => unresolved && kind !== 'index')
      .map((column) => ({
        severity: 'note' as const,
        name: `${schema}.${name}.${column.name}`,
        message: 'The type of this column is not known here.',
      })),
  );

const LIMIT = 200;
const NOTHING_EXPOSED =
  'The config file of the project (sql-fun.toml) exposes nothing of this schema to MCP; its owner can change that.';

export const listObjects = defineMethod({
  name: 'list_objects',
  title: 'List of tables, views and other objects',
  description:
    'Lists tables, views, sequences, indexes, types and functions by name. Use it first; narrow a large schema by kinds, namespace or like. Then use get_columns or describe_table for one of them.',
  inputSchema: t.object({
    'schema?': t.SCHEMA_ID,
    'kinds?': {
      ...t.list(t.oneOf(OBJECT_KINDS)),
      maxItems: 20,
      description: 'Only these kinds (default: all but indexes).',
    },
    'namespace?': t.name('Only of this schema (namespace) of the database.'),
    'like?': t.name('Only names like this: a part of the name, or a pattern with %, in any case.'),
    'limit?': t.range(1, 1000, LIMIT),
    'cursor?': {
      ...{ ...t.text(), maxLength: 2000 },
      description: 'For the next page: next_cursor of the previous page.',
    },
  }),
  outputSchema: t.object({
    objects: t.list(
      t.object({
        ...{ ...t.texts('namespace', 'name'), kind: t.oneOf(OBJECT_KINDS) },
        ...{ 'table?': t.text('Of an index.'), 'comment?': t.text() },
      }),
    ),
    total: t.count('Of all pages.'),
    'next_cursor?': t.text('There are more.'),
    'note?': t.text('Why there is nothing at all.'),
  }),
  async run({ schema, kinds, namespace: wanted, like, limit = LIMIT, cursor }, context) {
    const loaded = await context.schema(schema);
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const { namespaces, objects: visible } = await visibleIn(loaded, context);
    if (wanted !== undefined) {
      if (context.exposure?.schema(wanted) === false)
        throw sqlFun.MCP_NOT_ALLOWED({ target: 'schema', name: wanted });
      if (!namespaces.includes(wanted))
        throw namespaceNotFound(wanted, loaded.id, closest(wanted, namespaces));
    }
    const all = visible
      .filter(({ namespace }) => wanted === undefined || namespace === wanted)
      .filter(({ kind }) => kinds?.includes(kind) ?? kind !== 'index')
      .filter(({ name }) => like === undefined || matchesLike(name, like))
      .sort(compare);
    const rest = after === undefined ? all : all.filter((one) => compare(one, after) > 0);
    const objects = rest.slice(0, limit);
    return {
      objects,
      total: all.length,
      next_cursor: rest.length > limit ? toCursor(objects.at(-1)!) : undefined,
      note: context.exposure && namespaces.length === 0 ? NOTHING_EXPOSED : undefined,
    };
  },
  toText({ objects, total, next_cursor, note = 'There is nothing of that kind.' }) {
    if (objects.length === 0) return note;
    const rows = objects.map(({ namespace, name, kind, table, comment }) => {
      const more = [table && `on ${table}`, comment && `-- ${comment}`].filter(Boolean).join(' ');
      return [kind.replaceAll('_', ' '), `${namespace}.${name}`, more];
    });
    if (next_cursor === undefined) return align(rows);
    return `${align(rows)}\n${total} in all; the next page: cursor ${next_cursor}`;
  },
});

type Key = Pick<CatalogObject, 'namespace' | 'name' | 'kind'>;
const by = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compare = (a: Key, b: Key): number =>
  by(a.namespace, b.namespace) || by(a.name, b.name) || by(a.kind, b.kind);

/** Where a page ends: the last object of it. The next page begins after it, also when the schema has changed. */
const toCursor = ({ namespace, name, kind }: Key): string =>
  Buffer.from(JSON.stringify([namespace, name, kind])).toString('base64url');

function fromCursor(cursor: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(key) && key.length === 3 && key.every((one) => typeof one === 'string')) {
      const [namespace, name, kind] = key as [string, string, ObjectKind];
      return { namespace, name, kind };
    }
  } catch {
    // The error below says so.
  }
  throw invalidParameter('params.cursor', 'params.cursor is not one that list_objects gave');
}
