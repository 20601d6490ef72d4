import { sqlFun } from '@errata/catalogs/sql-fun';
import { OBJECT_KINDS, type CatalogObject, type ObjectKind } from '../catalog/index.js';
import { align, closest, matchesLike } from '../text/index.js';
import type { LoadedSchema, MethodContext } from './context.js';
import { defineMethod } from './define-method.js';
import { namespaceNotFound } from './find-object.js';
import { COUNT, list, object, SCHEMA_ID, TEXT } from './json-schemas.js';
import { fromCursor, toCursor } from './object-cursor.js';
import { visibleNamespaces, visibleObjects } from './visible-objects.js';

interface Params {
  readonly schema?: string;
  readonly kinds?: readonly ObjectKind[];
  readonly namespace?: string;
  readonly like?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

interface Result {
  readonly objects: readonly CatalogObject[];
  /** Of all pages. */
  readonly total: number;
  readonly next_cursor?: string;
  readonly note?: string;
}

const LIMIT = 200;
const NAME = { type: 'string', minLength: 1, maxLength: 300 };

/** What there is in a schema, page by page. */
export const listObjects = defineMethod<Params, Result>({
  name: 'list_objects',
  title: 'List of tables, views and other objects',
  description:
    'Lists tables, views, sequences, indexes, types and functions by name. Use it first, to find out what there is; ' +
    'narrow a large schema by kinds, namespace or like. Then get_columns or describe_table tell more of one of them.',
  inputSchema: object(
    {
      schema: SCHEMA_ID,
      kinds: {
        type: 'array',
        items: { enum: OBJECT_KINDS },
        maxItems: 20,
        description: 'Only these kinds (default: all but indexes).',
      },
      namespace: { ...NAME, description: 'Only of this schema (namespace) of the database.' },
      like: {
        ...NAME,
        description: 'Only names like this: a part of the name, or a pattern with %, in any case.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: LIMIT },
      cursor: {
        type: 'string',
        maxLength: 2000,
        description: 'For the next page: next_cursor of the page before.',
      },
    },
    ['schema', 'kinds', 'namespace', 'like', 'limit', 'cursor'],
  ),
  outputSchema: object(
    {
      objects: list(
        object(
          {
            namespace: TEXT,
            name: TEXT,
            kind: { enum: OBJECT_KINDS },
            table: { ...TEXT, description: 'Of an index.' },
            comment: TEXT,
          },
          ['table', 'comment'],
        ),
      ),
      total: { ...COUNT, description: 'Of all pages.' },
      next_cursor: { ...TEXT, description: 'There are more.' },
      note: { ...TEXT, description: 'Why there is nothing at all.' },
    },
    ['next_cursor', 'note'],
  ),
  async run({ schema, kinds, namespace, like, limit = LIMIT, cursor }, context) {
    const loaded = await context.schema(schema);
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const all = (await objectsIn(namespace, loaded, context))
      .filter(({ kind }) => kinds?.includes(kind) ?? kind !== 'index')
      .filter(({ name }) => like === undefined || matchesLike(name, like))
      .sort(compare);
    const rest = after === undefined ? all : all.filter((one) => compare(one, after) > 0);
    const objects = rest.slice(0, limit);
    const last = objects.at(-1);
    return {
      objects,
      total: all.length,
      ...(last !== undefined && rest.length > limit && { next_cursor: toCursor(last) }),
      ...(isNothingExposed(loaded, context) && { note: NOTHING_EXPOSED }),
    };
  },
  toText({ objects, total, next_cursor, note = 'There is nothing of that kind.' }) {
    if (objects.length === 0) return note;
    const rows = objects.map(({ namespace, name, kind, table, comment }) => [
      kind.replaceAll('_', ' '),
      `${namespace}.${name}`,
      [table === undefined ? '' : `on ${table}`, comment === undefined ? '' : `-- ${comment}`]
        .filter((part) => part !== '')
        .join(' '),
    ]);
    const more =
      next_cursor === undefined ? '' : `\n${total} in all; the next page: cursor ${next_cursor}`;
    return `${align(rows)}${more}`;
  },
});

const NOTHING_EXPOSED =
  'The config file of the project (sql-fun.toml) exposes nothing of this schema to MCP; its owner can change that.';

function isNothingExposed(loaded: LoadedSchema, context: MethodContext): boolean {
  return context.exposure !== undefined && visibleNamespaces(loaded, context).length === 0;
}

async function objectsIn(
  wanted: string | undefined,
  loaded: LoadedSchema,
  context: MethodContext,
): Promise<readonly CatalogObject[]> {
  if (wanted !== undefined) {
    if (context.exposure?.schema(wanted) === false)
      throw sqlFun.MCP_NOT_ALLOWED({ target: 'schema', name: wanted });
    const names = visibleNamespaces(loaded, context);
    if (!names.includes(wanted)) throw namespaceNotFound(wanted, loaded.id, closest(wanted, names));
  }
  const objects = await visibleObjects(loaded, context);
  return wanted === undefined ? objects : objects.filter(({ namespace }) => namespace === wanted);
}

type Key = Pick<CatalogObject, 'namespace' | 'name' | 'kind'>;

function compare(a: Key, b: Key): number {
  return by(a.namespace, b.namespace) || by(a.name, b.name) || by(a.kind, b.kind);
}

function by(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
