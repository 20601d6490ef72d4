import { basename } from 'node:path';
import { defineMethod } from './define-method.js';
import { COUNT, list, NAMES, object, SCHEMA_ID, TEXT } from './json-schemas.js';
import type { JsonSchema } from '@errata/kit';
import {
  countKinds,
  OBJECT_KINDS,
  visibleNamespaces,
  visibleObjects,
  type ObjectKind,
} from './visible-objects.js';

type Counts = Readonly<Partial<Record<ObjectKind, number>>>;

interface Result {
  readonly schema: string;
  readonly file: string;
  readonly counts: Counts;
  readonly namespaces: readonly { readonly name: string; readonly counts: Counts }[];
  readonly sha256?: string;
  readonly statements?: number;
  readonly extensions?: readonly string[];
  readonly problems?: number;
}

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
      problems: { ...COUNT, description: 'What validate_schema tells more of.' },
    },
    ['sha256', 'statements', 'extensions', 'problems'],
  ),
  async run(params, { schema: load, exposure }) {
    const { id, file, sha256, schema } = await load(params.schema);
    const visible = visibleNamespaces(schema, exposure);
    const objects = visible.map((each) => visibleObjects(each, exposure));
    return {
      schema: id,
      file: exposure === undefined ? file : basename(file),
      counts: countKinds(objects.flat()),
      namespaces: visible.map(({ name }, index) => ({ name, counts: countKinds(objects[index]!) })),
      // These are about the whole file, also about what may not be seen.
      ...(exposure === undefined && {
        sha256,
        statements: schema.statements,
        extensions: schema.extensions,
        problems: schema.problems.length,
      }),
    };
  },
  toText({ schema, file, namespaces, extensions = [], problems = 0 }) {
    return [
      `Selected ${schema} (${file})`,
      ...namespaces.map(({ name, counts }) => `  ${name}: ${countsText(counts)}`),
      ...(extensions.length > 0 ? [`Extensions: ${extensions.join(', ')}`] : []),
      ...(problems > 0 ? [`Problems: ${problems} (validate_schema tells them)`] : []),
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
