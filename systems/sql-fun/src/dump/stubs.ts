import type { Node } from 'libpg-query';
import { nextToken, SourceText, type Span } from '../text/index.js';
import { STUB_SCHEMA } from './loaded-dump.js';
import { objectsIn, only, quoted, strings, type NodeOf } from './nodes.js';
import { isWord, outerTokens, type Edit } from './rewriting.js';

export const stubType = (name: string) => `${STUB_SCHEMA}.${quoted(name)}`;

/** Stands for a type of which not even the name is known. */
export const UNRESOLVED = stubType('unresolved');

/** A type as a statement names it. */
export interface NamedType {
  readonly names: readonly string[];
  /** Its name and modifiers, without the brackets of an array. */
  readonly span: Span;
}

/** The grammar gives every value of a definition as a type; only these are some. */
const TYPE_OPTIONS = new Set(['leftarg', 'rightarg', 'stype', 'mstype', 'basetype', 'subtype']);
const SERIAL = /^(?:small|big)?serial[248]?$/;

/** The types that a statement names, except those that only the grammar knows (`int`, `serial`). */
export function typesIn(node: Node, text: string): NamedType[] {
  const source = new SourceText(text);
  const isOfTypes = ({ defname }: Readonly<Record<string, unknown>>) =>
    typeof defname !== 'string' || TYPE_OPTIONS.has(defname);
  return [...objectsIn(node, isOfTypes)].flatMap(({ names, typemod, location, pct_type }) => {
    if (!Array.isArray(names) || typemod === undefined || pct_type === true) return [];
    const parts = strings(names as Node[]);
    if (parts[0] === 'pg_catalog' || (parts.length === 1 && SERIAL.test(parts[0]!))) return [];
    const start = source.offset(Number(location ?? 0));
    return [{ names: parts, span: { start, end: endOfType(text, start) } }];
  });
}

function endOfType(text: string, start: number): number {
  let { end } = nextToken(text, start);
  for (const token of outerTokens(text, end)) {
    if (text[token.start] === '.') end = nextToken(text, token.end).end;
    else if (text[token.start] === '(') return token.end;
    else if (token.start >= end) break;
  }
  return end;
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
  for (const token of outerTokens(text, 0)) {
    if (isWord(token, text, 'return', 'begin')) return token.start;
  }
  return text.length;
}

/** A relation with the columns of a query, none of which has a type; undefined where their names cannot be seen. */
export function stubQuery(query: Node | undefined, aliases: readonly string[]): string | undefined {
  const names = aliases.length > 0 ? aliases : columnNames(query);
  if (names === undefined || names.length === 0) return undefined;
  return `SELECT ${names.map((name) => stubColumn(name)).join(', ')}`;
}

export const stubColumn = (name: string) => `NULL::${UNRESOLVED} AS ${quoted(name)}`;

function columnNames(query: Node | undefined): string[] | undefined {
  if (query === undefined || !('SelectStmt' in query)) return undefined;
  let select = query.SelectStmt;
  while (select.larg !== undefined) select = select.larg;
  const names = only('ResTarget', select.targetList).map(outputName);
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** The name of a result column, where it is written. */
export function outputName({ name, val }: NodeOf<'ResTarget'>): string | undefined {
  if (name !== undefined || val === undefined) return name;
  if ('ColumnRef' in val) {
    const last = val.ColumnRef.fields?.at(-1);
    return last && 'String' in last ? last.String.sval : undefined;
  }
  if ('FuncCall' in val) return strings(val.FuncCall.funcname).at(-1);
  if ('TypeCast' in val) {
    const arg = val.TypeCast.arg;
    return arg === undefined ? undefined : outputName({ val: arg });
  }
  return undefined;
}
