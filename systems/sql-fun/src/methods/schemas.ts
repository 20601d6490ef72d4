import { basename } from 'node:path';
import { countKinds, OBJECT_KINDS, objectsOf, SYSTEM_SCHEMAS } from '../catalog/index.js';
import type { Catalog, Counts } from '../catalog/index.js';
import { align } from '../text/index.js';
import * as t from './json-schemas.js';
import { defineMethod, type LoadedSchema, type MethodContext } from './method.js';

/** The schemas (namespaces) and objects that may be seen. The database of MCP has no others, but for empty schemas. */
export async function visibleIn({ database }: LoadedSchema, { exposure }: MethodContext) {
  const namespaces = [...database.catalog.schemas].filter(
    (name) => !SYSTEM_SCHEMAS.has(name) && (exposure?.schema(name) ?? true),
  );
  const objects = await objectsOf(database.postgres);
  return { namespaces, objects: objects.filter((one) => namespaces.includes(one.namespace)) };
}

const COUNTS: t.Schema<Counts> = t.object(
  Object.fromEntries(OBJECT_KINDS.map((kind) => [`${kind}?`, t.count()])),
);

/** `3 tables, 1 view`. */
function countsText(counts: Counts): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const plural = count === 1 ? '' : kind === 'index' ? 'es' : 's';
    return `${count} ${kind.replaceAll('_', ' ')}${plural}`;
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** Something of a dump that is not in the database, or not as it should be. */
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
    'Lists the schemas of the project (each is a dump of a database, such as develop or production) and says which one is selected. Use it to find out what can be given to select_schema.',
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
    'Selects the schema (the dump of a database) that all other calls are about from now on, and tells how much there is in it. list_schemas tells the ids. Without a selection the default of the project is used.',
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
    'Checks the dump of a database: views that do not resolve, foreign keys to missing tables, unknown types, duplicates, and what was left out. A dump that cannot be parsed is an error with the line. Use it when answers about a schema look incomplete.',
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

const untypedColumns = ({ relations }: Catalog) =>
  [...relations].flatMap(({ schema, name, kind, columns }) =>
    columns
      .filter(({ unresolved }) => unresolved && kind !== 'index')
      .map((column) => ({
        severity: 'note' as const,
        name: `${schema}.${name}.${column.name}`,
        message: 'The type of this column is not known here.',
      })),
  );
