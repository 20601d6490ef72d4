import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Catalog, CatalogRelation } from '../catalog/index.js';
import { closest } from '../text/index.js';
import type { LoadedSchema, MethodContext } from './context.js';
import { didYouMean } from './did-you-mean.js';
import { invalidParameter, missingParameter } from './params.js';
import { meaningsOf, type Meant } from './relation-names.js';

export interface RelationParams {
  readonly table?: string;
  readonly view?: string;
}

/** The relation that the params name. What may not be seen is refused before it is looked for. */
export function findObject(
  { table, view }: RelationParams,
  loaded: LoadedSchema,
  context: MethodContext,
): CatalogRelation {
  if (table !== undefined && view !== undefined)
    throw invalidParameter('params.view', 'params.table and params.view exclude each other');
  const target = view === undefined ? 'table' : 'view';
  const written = view ?? table;
  if (written === undefined) throw missingParameter('params.table');

  const { qualified, meanings } = meaningsOf(written, `params.${target}`, context.path);
  const { exposure } = context;
  const visible = meanings.filter(
    ({ namespace, name }) => exposure === undefined || exposure.relation(namespace, name),
  );
  if (visible.length === 0) throw sqlFun.MCP_NOT_ALLOWED({ target, name: written });
  const found = firstOf(visible, loaded.database.catalog);
  if (found !== undefined && (target === 'table' || isView(found))) return found;
  if (found !== undefined) {
    const details = `${written} is a ${found.kind.replaceAll('_', ' ')}, not a view`;
    throw sqlFun.NOT_FOUND({ target, name: written }, { details });
  }
  if (qualified) assertNamespace(visible, loaded);
  const near = nearOf(visible, target, loaded, context);
  const details = `there is no ${target} ${written} in schema ${loaded.id}${didYouMean(near)}`;
  throw target === 'view'
    ? sqlFun.NOT_FOUND({ target, name: written }, { details })
    : sqlFun.TABLE_NOT_FOUND({ target, name: written, schema: loaded.id }, { details });
}

export function isView({ kind }: CatalogRelation): boolean {
  return kind === 'view' || kind === 'materialized_view';
}

function firstOf(meanings: readonly Meant[], catalog: Catalog): CatalogRelation | undefined {
  for (const { namespace, name } of meanings) {
    const found = catalog.find(namespace, name);
    if (found !== undefined && isRelation(found)) return found;
  }
  return undefined;
}

const isRelation = ({ kind }: CatalogRelation) => kind !== 'index' && kind !== 'composite_type';

function assertNamespace(meanings: readonly Meant[], { database, id }: LoadedSchema): void {
  if (meanings.some(({ namespace }) => database.catalog.hasSchema(namespace))) return;
  const [{ namespace }] = meanings as [Meant];
  throw namespaceNotFound(namespace, id);
}

/** −32053 for a schema (namespace) that the dump does not have. */
export function namespaceNotFound(namespace: string, id: string, near: readonly string[] = []) {
  return sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name: namespace },
    { details: `there is no schema ${namespace} in ${id}${didYouMean(near)}` },
  );
}

/** Names that may have been meant: near ones where it was looked for, and the same name elsewhere. */
function nearOf(
  meanings: readonly Meant[],
  target: 'table' | 'view',
  { database }: LoadedSchema,
  { path }: MethodContext,
): readonly string[] {
  const [{ name }] = meanings as [Meant];
  const searched = new Set(meanings.map(({ namespace }) => namespace));
  const shown = new Map<string, string>();
  for (const relation of database.catalog.relations) {
    const { schema, kind } = relation;
    if (kind === 'system_relation' || kind === 'sequence' || !isRelation(relation)) continue;
    if ((target === 'view' && !isView(relation)) || shown.has(relation.name)) continue;
    const prefix = path.includes(schema) ? '' : `${schema}.`;
    if (searched.has(schema) || relation.name === name)
      shown.set(relation.name, `${prefix}${relation.name}`);
  }
  const elsewhere = shown.get(name);
  const near = closest(name, shown.keys()).map((one) => shown.get(one)!);
  return elsewhere === undefined ? near : [elsewhere, ...near].slice(0, 3);
}
