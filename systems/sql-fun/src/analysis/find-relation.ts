import { sqlFun } from '@errata/catalogs/sql-fun';
import type { RangeVar } from 'libpg-query';
import type { Exposure } from '../policy/index.js';
import type { Relation } from '../schema/index.js';
import { closest } from '../text/index.js';
import { mayBeOfExtension } from './extension-relations.js';
import { meant } from './name-problems.js';
import { locationOf } from './node.js';
import type { MadeRelation, StatementSession } from './session.js';
import { isSystemSchema, systemRelation } from './system-relation.js';

/** What a name of a relation means. Undefined where nothing is known of it; that has been reported. */
export type FoundRelation = Relation | MadeRelation | undefined;

export interface FindOptions {
  /** What it is looked for as: `DROP VIEW` misses a view, everything else a table. */
  readonly target?: 'table' | 'view';
  /** Nothing is wrong if it is not there. */
  readonly missingOk?: boolean;
  /** Names beside those of relations that may have been meant. */
  readonly others?: readonly string[];
}

export function isRelation(found: FoundRelation): found is Relation {
  return found !== undefined && 'rowType' in found;
}

/** The relation of a name. Where MCP may not see it, the answer does not depend on whether it exists. */
export function findRelation(
  range: RangeVar,
  session: StatementSession,
  options: FindOptions = {},
): FoundRelation {
  const { relname: name = '', schemaname: schema } = range;
  const made = session.made.get(schema === undefined ? name : `${schema}.${name}`);
  if (made) return made;
  const found =
    schema === undefined ? onPath(name, session) : inSchema(schema, name, range, session);
  if (found === 'reported' || (found === undefined && options.missingOk)) return undefined;
  if (found === undefined) reportMissing(range, session, options);
  return found;
}

function onPath(name: string, session: StatementSession): Relation | undefined {
  const { exposure, path } = session;
  let seen = false;
  // pg_catalog is looked at first unless the path has a place for it.
  for (const schema of path.includes('pg_catalog') ? path : ['pg_catalog', ...path]) {
    if (exposure?.relation(schema, name) === false) continue;
    seen = true;
    const found = relationIn(schema, name, session);
    if (found) return found;
  }
  if (exposure && !seen) throw sqlFun.MCP_NOT_ALLOWED({ target: 'table', name });
  return undefined;
}

function inSchema(
  schema: string,
  name: string,
  range: RangeVar,
  session: StatementSession,
): Relation | 'reported' | undefined {
  const { exposure } = session;
  if (exposure) {
    if (!exposure.schema(schema)) {
      throw sqlFun.MCP_NOT_ALLOWED({ target: 'schema', name: schema });
    }
    if (!exposure.relation(schema, name)) {
      throw sqlFun.MCP_NOT_ALLOWED({ target: 'table', name: `${schema}.${name}` });
    }
  }
  const found = relationIn(schema, name, session);
  if (found || isSystemSchema(schema) || session.schema.namespaces.has(schema)) return found;
  reportMissingSchema(schema, name, range, session);
  return 'reported';
}

function relationIn(schema: string, name: string, session: StatementSession): Relation | undefined {
  const found = session.schema.namespaces.get(schema)?.relations.get(name);
  if (found || !isSystemSchema(schema)) return found;
  return systemRelation(session.schema.catalog, schema, name);
}

function reportMissingSchema(
  schema: string,
  name: string,
  range: RangeVar,
  session: StatementSession,
): void {
  const { namespaces, extensions } = session.schema;
  const location = locationOf(range);
  if (schema.startsWith('pg_') || mayBeOfExtension(extensions, schema, name)) {
    const message = `${schema}.${name} is not in the dump, so nothing is known of its columns.`;
    const target = 'table';
    session.report({
      code: 'unresolved',
      target,
      name: `${schema}.${name}`,
      message,
      location,
    });
    return;
  }
  const visible = [...namespaces.keys()].filter((each) => session.exposure?.schema(each) !== false);
  session.report({
    code: 'not_found',
    target: 'schema',
    name: schema,
    message: `There is no schema ${schema}.`,
    ...meant(closest(schema, visible)),
    location,
  });
}

function reportMissing(range: RangeVar, session: StatementSession, options: FindOptions): void {
  const { relname = '', schemaname } = range;
  const { target = 'table', others = [] } = options;
  const name = schemaname === undefined ? relname : `${schemaname}.${relname}`;
  const location = locationOf(range);
  if (mayBeOfExtension(session.schema.extensions, schemaname, relname)) {
    const message = `${name} comes with an extension, so nothing is known of its columns.`;
    session.report({ code: 'unresolved', target, name, message, location });
    return;
  }
  session.report({
    code: 'not_found',
    target,
    name,
    message: `There is no ${target} ${name}.`,
    ...meant(candidates(schemaname, relname, session, others)),
    location,
  });
}

/** The same name in a schema that is not looked at comes first, then names like it. */
function candidates(
  schema: string | undefined,
  name: string,
  session: StatementSession,
  others: readonly string[],
): readonly string[] {
  const { exposure } = session;
  const { namespaces } = session.schema;
  const elsewhere = [...namespaces.values()]
    .filter((each) => each.relations.has(name) && seen(exposure, each.name, name))
    .map((each) => `${each.name}.${name}`);
  const searched = schema === undefined ? session.path : [schema];
  const prefix = schema === undefined ? '' : `${schema}.`;
  const near = searched.flatMap((each) =>
    [...(namespaces.get(each)?.relations.keys() ?? [])].filter((it) => seen(exposure, each, it)),
  );
  const alike = closest(name, [...others, ...near]).map((each) => prefix + each);
  return [...elsewhere, ...alike].slice(0, 3);
}

function seen(exposure: Exposure | undefined, schema: string, name: string): boolean {
  return exposure?.relation(schema, name) !== false;
}
