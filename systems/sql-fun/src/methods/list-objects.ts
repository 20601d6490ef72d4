import { sqlFun } from '@errata/catalogs/sql-fun';
import { OBJECT_KINDS, type CatalogObject, type ObjectKind } from '../catalog/index.js';
import { align, closest, matchesLike } from '../text/index.js';
import { invalidParameter } from './faults.js';
import { namespaceNotFound } from './find-relation.js';
import * as t from './json-schemas.js';
import { defineMethod } from './method.js';
import { visibleIn } from './schemas.js';

const LIMIT = 200;
const NOTHING_EXPOSED =
  'The config file of the project (sql-fun.toml) exposes nothing of this schema to MCP; its owner can change that.';

export const listObjects = defineMethod({
  name: 'list_objects',
  title: 'List of tables, views and other objects',
  description:
    'Lists tables, views, sequences, indexes, types and functions by name. Use it first, to find out what there is; narrow a large schema by kinds, namespace or like. Then get_columns or describe_table tell more of one of them.',
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
      description: 'For the next page: next_cursor of the page before.',
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
    // Said below: it is none.
  }
  throw invalidParameter('params.cursor', 'params.cursor is not one that list_objects gave');
}
