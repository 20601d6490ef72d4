import { sqlFun } from '@errata/catalogs/sql-fun';
import type { CatalogRelation } from '../catalog/catalog.js';
import { COLUMNS, RELATION } from '../catalog/describe.js';
import { align } from '../text/cells.js';
import { isTable, relationsLike } from '../query/problems.js';
import { splitName, type NamePart } from '../text/names.js';
import { invalidParameter, missingParameter, withAdvice } from './faults.js';
import * as t from './json-schemas.js';
import { defineMethod, type MethodContext, type LoadedSchema } from './method.js';

const PARAMS = t.object({
  'table?': t.name('The name of a table (a view will do), such as users or sales.orders.'),
  'view?': t.name('In place of table: the name of a view.'),
  'schema?': t.SCHEMA_ID,
});

const COLUMN = t.object({
  name: t.text(),
  'type?': t.text("PostgreSQL's spelling; missing where it is not known."),
  'unresolved?': { const: true, description: 'Its type comes from an extension that is not here.' },
  'values?': t.list(t.text(), 'All there are, of an enum.'),
  'not_null?': t.flag(),
  'has_default?': t.flag(),
  'default?': t.text('The expression.'),
  'generated?': t.oneOf(
    ['stored', 'virtual', 'identity_always', 'identity_by_default'],
    'The database makes the value.',
  ),
  'expression?': t.text('Of a generated column.'),
  'primary_key?': t.flag('It is a part of the primary key.'),
  'comment?': t.text(),
});

async function locate(params: t.TypeOf<typeof PARAMS>, context: MethodContext) {
  const loaded = await context.schema(params.schema);
  const { postgres } = loaded.database;
  const { schema: namespace, name, kind, oid } = findRelation(params, loaded, context);
  const rows = await postgres.rows<{ column: Column }>(COLUMNS, [oid]);
  const columns = rows.map(({ column }): Column => {
    if (kind === 'system_relation') return { name: column.name, type: column.type };
    // A default may be a value that was not meant to be shown.
    const { default: _default, ...rest } = column;
    return context.exposure === undefined ? column : rest;
  });
  return { relation: { namespace, name, kind }, columns, postgres, oid };
}

type Column = t.TypeOf<typeof COLUMN>;

const columnsText = (columns: readonly Column[]): string =>
  align(
    columns.map((column) => {
      const { name, type = '(type not known)', default: value, values, comment } = column;
      const facts = [
        column.primary_key === true && 'primary key',
        column.not_null === true && 'not null',
        column.generated?.replaceAll('_', ' '),
        value === undefined ? column.has_default && 'has a default' : `default ${value}`,
        values && `one of ${values.join(' | ')}`,
      ];
      return [`  ${name}`, type, facts.filter(Boolean).join(', '), after('-- ', comment)];
    }),
  );

export const getColumns = defineMethod({
  name: 'get_columns',
  title: 'Columns of a table or view',
  description:
    'The columns of one table or view with their types, in order. Use it before you write a query, if you are not sure of the names or types. For keys, foreign keys and indexes use describe_table.',
  inputSchema: PARAMS,
  outputSchema: t.object({ ...t.texts('namespace', 'name', 'kind'), columns: t.list(COLUMN) }),
  async run(params, context) {
    const { relation, columns } = await locate(params, context);
    return { ...relation, columns };
  },
  toText: ({ namespace, name, columns }) =>
    columns.length === 0
      ? `${namespace}.${name} has no columns.`
      : `${namespace}.${name}\n${columnsText(columns)}`,
});

const FOREIGN_KEY = t.object({
  ...{ 'name?': t.text(), columns: t.NAMES, ...t.texts('namespace', 'table'), references: t.NAMES },
});

const DESCRIPTION = t.object({
  ...t.texts('namespace', 'name', 'kind', 'comment?'),
  columns: t.list(COLUMN),
  'primary_key?': t.NAMES,
  unique: t.list(t.NAMES),
  foreign_keys: t.list(FOREIGN_KEY, 'To other tables.'),
  referenced_by: t.list(FOREIGN_KEY, 'Foreign keys of other tables to this one.'),
  indexes: t.list(
    t.object({
      ...{ name: t.text(), unique: t.flag(), columns: t.NAMES, 'include?': t.NAMES },
      ...{ 'method?': t.text(), 'where?': t.text('The predicate of a partial index.') },
    }),
  ),
  'checks?': t.list(t.object(t.texts('name', 'expression'))),
  'policies?': t.list(
    t.object({
      ...{ ...t.texts('name', 'command'), permissive: t.flag(), roles: t.NAMES },
      ...t.texts('using?', 'check?'),
    }),
  ),
  'triggers?': t.list(
    t.object({ ...t.texts('name', 'timing'), events: t.NAMES, ...t.texts('for_each', 'function') }),
  ),
  'partition_key?': t.text(),
  'partitions?': t.list(t.object(t.texts('namespace', 'name', 'bound'))),
  'partition_of?': t.object(t.texts('namespace', 'name')),
});

export const describeTable = defineMethod({
  name: 'describe_table',
  title: 'Description of a table or view',
  description:
    'Everything about one table or view: columns with types, keys, foreign keys in both directions, checks, indexes, partitions, policies, triggers and comments. Use it to find out how tables are joined. For columns alone use get_columns.',
  inputSchema: PARAMS,
  outputSchema: DESCRIPTION,
  async run(params, context) {
    const { relation, columns, postgres, oid } = await locate(params, context);
    type Described = Omit<t.TypeOf<typeof DESCRIPTION>, 'columns' | keyof typeof relation>;
    const [row] = await postgres.rows<{ relation: Described }>(RELATION, [oid]);
    return { ...relation, columns, ...row!.relation };
  },
  toText(result) {
    const { columns, comment, partition_of: parent } = result;
    const { checks = [], partitions = [], policies = [], triggers = [] } = result;
    const sections: Readonly<Record<string, readonly (string | undefined)[]>> = {
      'Primary key': [result.primary_key?.join(', ')],
      Unique: result.unique.map((names) => names.join(', ')),
      'Foreign keys': result.foreign_keys.map(
        (key) => `${inBrackets(key.columns)} → ${key.namespace}.${key.table} ${ends(key)}`,
      ),
      'Referenced by': result.referenced_by.map(
        (key) => `${key.namespace}.${key.table} ${inBrackets(key.columns)} → ${ends(key)}`,
      ),
      Indexes: result.indexes.map(
        ({ name, unique, columns, where }) =>
          `${name} ${inBrackets(columns)}${unique ? ' unique' : ''}${after(' where ', where)}`,
      ),
      Checks: checks.map(({ name, expression }) => `${name} ${expression}`),
      'Partition key': [result.partition_key],
      Partitions: partitions.map((one) => `${one.namespace}.${one.name} ${one.bound}`),
      'Partition of': [parent && `${parent.namespace}.${parent.name}`],
      Policies: policies.map(
        ({ name, command, roles, using }) =>
          `${name} for ${command} to ${roles.join(', ')}${after(' using ', using)}`,
      ),
      Triggers: triggers.map(
        (one) => `${one.name} ${one.timing} ${one.events.join(' or ')} → ${one.function}`,
      ),
    };
    return [
      `${result.namespace}.${result.name} (${result.kind.replaceAll('_', ' ')})${after(' -- ', comment)}`,
      ...(columns.length === 0 ? [] : ['Columns:', columnsText(columns)]),
      ...Object.entries(sections).flatMap(([title, all]) => {
        const lines = all.flatMap((line) => (line === undefined ? [] : [`  ${line}`]));
        return lines.length === 0 ? [] : [`${title}:`, ...lines];
      }),
    ].join('\n');
  },
});

const inBrackets = (names: readonly string[]) => `(${names.join(', ')})`;
const ends = (key: t.TypeOf<typeof FOREIGN_KEY>) => inBrackets(key.references);
const after = (word: string, text?: string) => (text === undefined ? '' : `${word}${text}`);

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
  if (isQualified && !visible.some(({ namespace }) => catalog.schemas.has(namespace)))
    throw namespaceNotFound(first.namespace, loaded.id);
  const written = isQualified ? `${first.namespace}.${first.name}` : first.name;
  const near = relationsLike(written, { catalog, path: context.path }, isA[target]);
  const given = withAdvice(`there is no ${target} ${name} in schema ${loaded.id}`, near);
  throw target === 'view'
    ? sqlFun.NOT_FOUND({ target, name }, given)
    : sqlFun.TABLE_NOT_FOUND({ target, name, schema: loaded.id }, given);
}

/** What a name may mean, in the order of the search: as written or in lower case, unless it is quoted; without a schema along the path. */
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
  table: isTable,
  view: ({ kind }: CatalogRelation) => kind === 'view' || kind === 'materialized_view',
};

/** −32053 for a schema (namespace) that the dump does not have. */
export const namespaceNotFound = (name: string, id: string, near: readonly string[] = []) =>
  sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name },
    withAdvice(`there is no schema ${name} in ${id}`, near),
  );
