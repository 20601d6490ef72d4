import { basename } from 'node:path';
import { defineMethod } from './define-method.js';
import { COUNT, list, NAMES, object, SCHEMA_ID, TEXT } from './json-schemas.js';
import type { JsonSchema } from '@errata/kit';
import { countKinds, OBJECT_KINDS, type Counts } from '../catalog/index.js';
import { LEFT_OUT, type ToldLeftOut } from './left-out.js';
import { visibleNamespaces, visibleObjects } from './visible-objects.js';

interface Result {
  readonly schema: string;
  readonly file: string;
  readonly counts: Counts;
  readonly namespaces: readonly { readonly name: string; readonly counts: Counts }[];
  readonly sha256?: string;
  readonly statements?: number;
  readonly extensions?: readonly string[];
  readonly problems?: number;
  readonly left_out?: readonly ToldLeftOut[];
}

const MAX_LEFT_OUT = 100;

/** How many there are of each kind. */
export const COUNTS: JsonSchema = object(
  Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, COUNT])),
  OBJECT_KINDS,
);

/** Selects a schema, and says what is in it. */
export const selectSchema = defineMethod<{ schema: string }, Result>({
  name: 'select_schema',
  title: 'Select a schema',
  description:
    'Selects the schema (the dump of a database) that all other calls are about from now on, and tells how much there is ' +
    'in it. list_schemas tells the ids. Without a selection the default of the project is used.',
  inputSchema: object({ schema: { ...SCHEMA_ID, description: 'The id of the schema.' } }),
  outputSchema: object(
    {
      schema: TEXT,
      file: TEXT,
      counts: COUNTS,
      namespaces: list(object({ name: TEXT, counts: COUNTS })),
      sha256: { ...TEXT, description: 'Of the file.' },
      statements: { ...COUNT, description: 'Statements in the file.' },
      extensions: NAMES,
      problems: { ...COUNT, description: 'Errors in the dump; validate_schema lists them.' },
      left_out: {
        ...list(LEFT_OUT),
        description: `What of the dump is not in the database, and why; the first ${MAX_LEFT_OUT}.`,
      },
    },
    ['sha256', 'statements', 'extensions', 'problems', 'left_out'],
  ),
  async run(params, context) {
    const loaded = await context.schema(params.schema);
    const { id, file, sha256, database } = loaded;
    const { statements, extensions, leftOut } = database.dump;
    const objects = await visibleObjects(loaded, context);
    const of = (name: string) => objects.filter(({ namespace }) => namespace === name);
    const isWhole = context.exposure === undefined;
    return {
      schema: id,
      file: isWhole ? file : basename(file),
      counts: countKinds(objects),
      namespaces: visibleNamespaces(loaded, context).map((name) => ({
        ...{ name, counts: countKinds(of(name)) },
      })),
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

/** `3 table, 1 view`. */
export function countsText(counts: Counts): string {
  const parts = Object.entries(counts).map(
    ([kind, count]) => `${count} ${count === 1 ? one(kind) : many(kind)}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

const one = (kind: string) => kind.replaceAll('_', ' ');
const many = (kind: string) => (kind === 'index' ? 'indexes' : `${one(kind)}s`);
