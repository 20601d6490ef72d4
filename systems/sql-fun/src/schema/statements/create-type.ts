import type { Node, TypeName } from 'libpg-query';
import {
  makeBase,
  makeDomain,
  makeEnum,
  makeRange,
  redefine,
  type TypeUse,
} from '../../pg/index.js';
import {
  definitionOf,
  nameIn,
  only,
  qualifiedName,
  strings,
  type NodeOf,
  type QualifiedName,
} from '../ast.js';
import type { Draft, LaterType } from '../draft/draft.js';
import type { StatementSource } from '../reading/statement-source.js';
import { addColumn } from './columns.js';
import { typeNameIn } from './create-routine.js';

export function createEnum({ typeName, vals }: NodeOf<'CreateEnumStmt'>, draft: Draft): void {
  const { schema, name } = newName(draft, typeName);
  draft.addType(makeEnum(schema, name, strings(vals)));
}

export function createComposite(
  { typevar = {}, coldeflist }: NodeOf<'CompositeTypeStmt'>,
  draft: Draft,
  source: StatementSource,
): void {
  const type = draft.addRelation('composite', draft.schemaOf(typevar), typevar.relname ?? '');
  if (type === undefined) return;
  for (const column of only('ColumnDef', coldeflist)) addColumn(draft, type, column, source);
}

export function createDomain(stmt: NodeOf<'CreateDomainStmt'>, draft: Draft): void {
  const name = newName(draft, stmt.domainname);
  makeOf(draft, stmt.typeName, name, (base) => makeDomain(name.schema, name.name, base));
}

export function createRange({ typeName, params }: NodeOf<'CreateRangeStmt'>, draft: Draft): void {
  const name = newName(draft, typeName);
  const options = definitionOf(params);
  const multirange = nameIn(options.get('multirange_type_name')).at(-1);
  makeOf(draft, typeNameIn(options.get('subtype')), name, ({ type }) =>
    makeRange(name.schema, name.name, type, multirange),
  );
}

/** A base type. `CREATE TYPE name;` only announces one: what it is comes later. */
export function createBase({ defnames, definition }: NodeOf<'DefineStmt'>, draft: Draft): void {
  if (definition === undefined) return;
  const { schema, name } = newName(draft, defnames);
  const options = definitionOf(definition);
  const text = (option: string) => nameIn(options.get(option))[0];
  const preferred = text('preferred') === 'true';
  draft.addType(makeBase(schema, name, { category: text('category') ?? 'U', preferred }));
}

export function alterEnum(stmt: NodeOf<'AlterEnumStmt'>, draft: Draft): void {
  const { oldVal, newVal = '', newValNeighbor, newValIsAfter } = stmt;
  const name = qualifiedName(strings(stmt.typeName));
  const type = findType(draft, name);
  if (type?.labels === undefined) return draft.missing('type', name);
  const labels = [...type.labels];
  if (oldVal !== undefined) {
    labels[labels.indexOf(oldVal)] = newVal;
  } else if (!labels.includes(newVal)) {
    const neighbor = labels.indexOf(newValNeighbor ?? '');
    labels.splice(neighbor === -1 ? labels.length : neighbor + (newValIsAfter ? 1 : 0), 0, newVal);
  }
  redefine(type, { labels });
}

/** A type that is no row. */
export function findType(draft: Draft, { schema, name }: QualifiedName) {
  for (const each of schema === undefined ? draft.path : [schema]) {
    const found = draft.namespaces.get(each)?.types.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Makes a type of another one, as soon as that is known. */
function makeOf(
  draft: Draft,
  of: TypeName | undefined,
  name: QualifiedName,
  make: (use: TypeUse) => ReturnType<LaterType['make']>,
): void {
  const written = draft.type(of);
  if (written.use === undefined) draft.laterTypes.push({ of: written, name, make });
  else draft.addType(make(written.use));
}

function newName(draft: Draft, nodes: readonly Node[] | undefined) {
  const name = qualifiedName(strings(nodes));
  return { schema: draft.schemaFor(name), name: name.name };
}
