import type { FunctionParameter, Node, TypeName } from 'libpg-query';
import {
  definitionOf,
  hasOption,
  itemsOf,
  nameIn,
  only,
  qualifiedName,
  strings,
  type NodeOf,
} from '../ast.js';
import type { Draft } from '../draft/draft.js';
import type { DraftArgument, DraftRoutine } from '../draft/draft-routine.js';

export function createFunction(stmt: NodeOf<'CreateFunctionStmt'>, draft: Draft): void {
  const { parameters, is_procedure, returnType, options } = stmt;
  const name = qualifiedName(strings(stmt.funcname));
  const isWindow = hasOption(options, 'window');
  addRoutine(draft, {
    schema: draft.schemaFor(name),
    name: name.name,
    kind: is_procedure === true ? 'procedure' : isWindow ? 'window' : 'function',
    ...argumentsOf(draft, only('FunctionParameter', parameters)),
    returns: returnType === undefined ? undefined : draft.type({ ...returnType, setof: false }),
    returnsSet: returnType?.setof ?? false,
    line: draft.line,
  });
}

export function createAggregate(stmt: NodeOf<'DefineStmt'>, draft: Draft): void {
  const options = definitionOf(stmt.definition);
  const name = qualifiedName(strings(stmt.defnames));
  const final = nameIn(options.get('finalfunc'));
  const { path } = draft;
  addRoutine(draft, {
    schema: draft.schemaFor(name),
    name: name.name,
    kind: 'aggregate',
    ...argumentsOf(draft, aggregateParameters(stmt, options)),
    returns: draft.type(typeNameIn(options.get('stype') ?? options.get('stype1'))),
    returnsSet: false,
    ...(final.length > 0 && {
      final: { parts: final, path, extra: hasOption(stmt.definition, 'finalfunc_extra') },
    }),
    line: draft.line,
  });
}

/** Adds a routine, in place of one of that name and with the same arguments. */
export function addRoutine(draft: Draft, routine: DraftRoutine): void {
  const { routines } = draft.namespace(routine.schema);
  const known = (routines.get(routine.name) ?? []).filter((each) => !takesSame(each, routine));
  routines.set(routine.name, [...known, routine]);
}

function takesSame(a: DraftRoutine, b: DraftRoutine): boolean {
  return (
    a.inputs.length === b.inputs.length &&
    a.inputs.every(({ type }, i) => type.isSameAs(b.inputs[i]!.type))
  );
}

function argumentsOf(draft: Draft, parameters: readonly FunctionParameter[]) {
  const inputs: DraftArgument[] = [];
  const out: DraftArgument[] = [];
  let [defaults, variadic] = [0, false];
  for (const { name = '', argType, mode, defexpr } of parameters) {
    const argument = { name, type: draft.type(argType) };
    const isOut = mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE';
    if (isOut || mode === 'FUNC_PARAM_INOUT') out.push(argument);
    if (isOut) continue;
    inputs.push(argument);
    variadic ||= mode === 'FUNC_PARAM_VARIADIC';
    if (defexpr !== undefined) defaults++;
  }
  return { inputs, out, defaults, variadic };
}

/** Of an aggregate in the old style the only argument is an option, `basetype`, where "ANY" means none. */
function aggregateParameters(
  { args, oldstyle }: NodeOf<'DefineStmt'>,
  options: ReadonlyMap<string, Node>,
): readonly FunctionParameter[] {
  if (oldstyle !== true) return only('FunctionParameter', itemsOf(args?.[0]));
  const base = options.get('basetype');
  const argType = typeNameIn(base);
  const isAny = nameIn(base).at(-1)?.toLowerCase() === 'any';
  return argType === undefined || isAny ? [] : [{ argType }];
}

export const typeNameIn = (node: Node | undefined): TypeName | undefined =>
  node !== undefined && 'TypeName' in node ? node.TypeName : undefined;
