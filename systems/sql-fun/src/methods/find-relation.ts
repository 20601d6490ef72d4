import { sqlFun } from '@errata/catalogs/sql-fun';
import type { CatalogRelation } from '../catalog/index.js';
import { closest, splitName, type NamePart } from '../text/index.js';
import { didYouMean, invalidParameter, missingParameter } from './faults.js';
import type { LoadedSchema, MethodContext } from './method.js';

type Named = { readonly [Target in 'table' | 'view']?: string | undefined };

/** The relation that the params name. What may not be seen is refused before it is looked for. */
export function findRelation(named: Named, loaded: LoadedSchema, context: MethodContext) {
  const { table, view } = named;
  if (table !== undefined && view !== undefined)
    throw invalidParameter('params.view', 'params.table and params.view exclude each other');
  const target = view === undefined ? 'table' : 'view';
  const name = view ?? table;
  if (name === undefined) throw missingParameter('params.table');

  const { exposure } = context;
  const { isQualified, meanings } = meaningsOf(name, `params.${target}`, context.path);
  const visible = meanings.filter((one) => exposure?.relation(one.namespace, one.name) ?? true);
  const [first] = visible;
  if (first === undefined) throw sqlFun.MCP_NOT_ALLOWED({ target, name });
  const { catalog } = loaded.database;
  const found = visible
    .map((one) => catalog.find(one.namespace, one.name))
    .find((one) => one !== undefined && isRelation(one));
  if (found !== undefined && (target === 'table' || isA.view(found))) return found;
  if (found !== undefined) {
    const details = `${name} is a ${found.kind.replaceAll('_', ' ')}, not a view`;
    throw sqlFun.NOT_FOUND({ target, name }, { details });
  }
  if (isQualified && !visible.some(({ namespace }) => catalog.hasSchema(namespace)))
    throw namespaceNotFound(first.namespace, loaded.id);
  const searched = new Set(visible.map(({ namespace }) => namespace));
  const others = [...catalog.relations].filter(
    (one) => isA[target](one) && (searched.has(one.schema) || one.name === first.name),
  );
  const near = nearOf(first.name, others, context.path);
  const details = `there is no ${target} ${name} in schema ${loaded.id}${didYouMean(near)}`;
  throw target === 'view'
    ? sqlFun.NOT_FOUND({ target, name }, { details })
    : sqlFun.TABLE_NOT_FOUND({ target, name, schema: loaded.id }, { details });
}

/**
 * What a name may mean, in the order in which it is looked for. A name without quotes is meant as it is written or, as in SQL,
 * in small letters; without a schema it is looked for along the path.
 */
function meaningsOf(written: string, param: string, path: readonly string[]) {
  const [first, second, third] = splitName(written) ?? [];
  if (first === undefined || third !== undefined)
    throw invalidParameter(param, `${param} has to be a name such as users or sales.orders`);
  const namespaces = second === undefined ? ['pg_catalog', ...path] : spellings(first);
  const names = spellings(second ?? first);
  const meanings = namespaces.flatMap((namespace) => names.map((name) => ({ namespace, name })));
  return { isQualified: second !== undefined, meanings };
}

const spellings = ({ text, quoted }: NamePart): readonly string[] =>
  quoted ? [text] : [...new Set([text, text.toLowerCase()])];

const isRelation = ({ kind }: CatalogRelation) => kind !== 'index' && kind !== 'composite_type';
const isA = {
  table: (one: CatalogRelation) =>
    isRelation(one) && one.kind !== 'system_relation' && one.kind !== 'sequence',
  view: ({ kind }: CatalogRelation) => kind === 'view' || kind === 'materialized_view',
};

/** −32053 for a schema (namespace) that the dump does not have. */
export const namespaceNotFound = (name: string, id: string, near: readonly string[] = []) =>
  sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name },
    { details: `there is no schema ${name} in ${id}${didYouMean(near)}` },
  );

/** Names that may have been meant: near ones, and the same name in another schema. */
function nearOf(name: string, relations: readonly CatalogRelation[], path: readonly string[]) {
  const shown = new Map<string, string>();
  for (const { schema, name: other } of relations)
    if (!shown.has(other)) shown.set(other, path.includes(schema) ? other : `${schema}.${other}`);
  const elsewhere = shown.get(name);
  const near = closest(name, shown.keys()).map((one) => shown.get(one)!);
  return elsewhere === undefined ? near : [elsewhere, ...near].slice(0, 3);
}
