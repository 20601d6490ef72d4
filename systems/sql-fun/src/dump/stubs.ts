import type { Node } from 'libpg-query';
import type { Postgres } from '../engine/postgres.js';
import { quoted } from '../text/names.js';
import { SourceText } from '../text/source-text.js';
import { only, strings, written, endOfName, isWord, outerTokens } from './definition.js';
import type { DumpDefinition, NodeOf, Edit } from './definition.js';
import { STUB_SCHEMA } from './loaded-dump.js';

export const stubType = (name: string) => `${STUB_SCHEMA}.${quoted(name)}`;

/** Replaces a type of which not even the name is known. */
export const UNRESOLVED = stubType('unresolved');

/** A type as a definition names it, the column that it is of, and the edit that puts a stub in its place. */
export interface StubbedType {
  readonly names: readonly string[];
  readonly column?: string | undefined;
  /** Of its name and modifiers, without the brackets of an array. */
  readonly edit: Edit;
}

/** The types that a dump names and that do not exist: a domain over text replaces each. */
export function missingTypes(postgres: Postgres) {
  const missing = new Set<string>();
  const add = (names: readonly string[]) => void missing.add(written(names));

  function knownIn(definition: DumpDefinition, node: Node): StubbedType[] {
    if (missing.size === 0) return [];
    // It may define the type now.
    missing.delete(written(definition.name));
    const columnAt = (place: number) =>
      definition.pieces?.().find(({ start, end }) => start <= place && place < end)?.column;
    return typesIn(definition, node)
      .filter(({ names }) => missing.has(written(names)))
      .map((type) => ({ ...type, column: columnAt(type.edit.start) }));
  }

  /** Asks PostgreSQL which types of a definition are missing, and makes their stubs. */
  async function findIn(definition: DumpDefinition, node: Node): Promise<StubbedType[]> {
    const types = typesIn(definition, node).map(({ names }) => names);
    if (types.length === 0) return [];
    // PostgreSQL refuses to look for `database.schema.type`.
    const wanted = types.filter(({ length }) => length <= 2).map(written);
    const rows = await postgres.rows<{ name: string }>(EXISTING, [wanted]);
    for (const names of types) {
      if (rows.some(({ name }) => name === written(names))) continue;
      add(names);
      await postgres.run(`CREATE DOMAIN ${stubType(names.at(-1)!)} AS text`);
    }
    return knownIn(definition, node);
  }

  return { add, knownIn, findIn };
}

const EXISTING = `
  SELECT name FROM unnest($1::text[]) AS name
  WHERE EXISTS (SELECT FROM pg_type WHERE oid = to_regtype(name) AND typisdefined)`;

/** The grammar gives every value of a definition as a type; only these are some. */
const TYPE_OPTIONS = new Set(['leftarg', 'rightarg', 'stype', 'mstype', 'basetype', 'subtype']);
const SERIAL = /^(?:small|big)?serial[248]?$/;

/** The types that a definition names where no edit touches it, except those that only the grammar knows (`int`, `serial`). */
function typesIn({ text, edits }: DumpDefinition, node: Node): StubbedType[] {
  const source = new SourceText(text);
  return [...objectsIn(node)].flatMap(({ names, typemod, location, pct_type }) => {
    if (!Array.isArray(names) || typemod === undefined || pct_type === true) return [];
    const parts = strings(names as Node[]);
    if (parts[0] === 'pg_catalog' || (parts.length === 1 && SERIAL.test(parts[0]!))) return [];
    const start = source.offset(Number(location ?? 0));
    if (edits.some((edit) => edit.start <= start && start < edit.end)) return [];
    const to = stubType(parts.at(-1)!);
    return [{ names: parts, edit: { start, end: endOfType(text, start), to } }];
  });
}

/** The objects of a tree that may be types, without recursion: hostile trees are deep. */
function* objectsIn(tree: unknown) {
  const open = [tree];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const object = one as Readonly<Record<string, unknown>>;
    const { defname } = object;
    if (typeof defname === 'string' && !TYPE_OPTIONS.has(defname)) continue;
    yield object;
    for (const value of Object.values(object).reverse()) open.push(value);
  }
}

function endOfType(text: string, start: number): number {
  const end = endOfName(text, start);
  const [next] = outerTokens(text, end);
  return next !== undefined && text[next.start] === '(' ? next.end : end;
}

/** A routine with its signature, volatility and strictness, whose body does nothing. */
export function routineEdit(routine: NodeOf<'CreateFunctionStmt'>, text: string): Edit {
  const options = only('DefElem', routine.options);
  const kept = options.flatMap(({ defname, arg }) => {
    if (defname === 'volatility' && arg && 'String' in arg) return [arg.String.sval ?? ''];
    if (defname === 'strict' && arg && 'Boolean' in arg && arg.Boolean.boolval) return ['STRICT'];
    return defname === 'window' ? ['WINDOW'] : [];
  });
  const body = `AS 'BEGIN RETURN${returnsValue(routine) ? ' NULL' : ''}; END'`;
  const to = ` ${[...kept, 'LANGUAGE plpgsql', body].join(' ')}`;
  return { start: endOfSignature(options, text), end: text.length, to };
}

/** Types that only C code can take or return. */
const FOR_C = /^(?:internal|cstring|any|.*_handler)$/;

export function isForC({ returnType, parameters }: NodeOf<'CreateFunctionStmt'>): boolean {
  const types = [returnType, ...only('FunctionParameter', parameters).map((one) => one.argType)];
  return types.some((type) => FOR_C.test(strings(type?.names).at(-1) ?? ''));
}

const RETURNED = new Set(['FUNC_PARAM_OUT', 'FUNC_PARAM_INOUT', 'FUNC_PARAM_TABLE']);

function returnsValue({ returnType, parameters }: NodeOf<'CreateFunctionStmt'>): boolean {
  if (returnType === undefined || returnType.setof) return false;
  if (strings(returnType.names).at(-1) === 'void') return false;
  return !only('FunctionParameter', parameters).some(({ mode }) => RETURNED.has(mode ?? ''));
}

/** Before the first option, or before the body where there are none. */
function endOfSignature(options: readonly NodeOf<'DefElem'>[], text: string): number {
  const source = new SourceText(text);
  const first = Math.min(...options.map(({ location }) => location ?? Infinity));
  if (first !== Infinity) return source.offset(first);
  const body = [...outerTokens(text, 0)].find((token) => isWord(token, text, 'return', 'begin'));
  return body?.start ?? text.length;
}

/** A query with the columns of another one, none of which has a type; none where one of their names cannot be seen. */
export function stubQueries(query: Node | undefined, aliases: readonly string[]): string[] {
  let select = query && 'SelectStmt' in query ? query.SelectStmt : undefined;
  while (select?.larg !== undefined) select = select.larg;
  const results = only('ResTarget', select?.targetList).map(outputName);
  const names = aliases.length > 0 ? aliases : results;
  if (names.length === 0 || !names.every((name) => name !== undefined)) return [];
  return [`SELECT ${names.map(stubColumn).join(', ')}`];
}

export const stubColumn = (name: string) => `NULL::${UNRESOLVED} AS ${quoted(name)}`;

export function outputName({ name, val }: NodeOf<'ResTarget'>): string | undefined {
  if (name !== undefined || val === undefined) return name;
  if ('ColumnRef' in val) return strings(val.ColumnRef.fields?.slice(-1))[0];
  if ('FuncCall' in val) return strings(val.FuncCall.funcname).at(-1);
  const { arg } = 'TypeCast' in val ? val.TypeCast : {};
  return arg && outputName({ val: arg });
}
