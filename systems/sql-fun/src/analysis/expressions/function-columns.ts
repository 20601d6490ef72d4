import type { FuncCall, Node } from 'libpg-query';
import { baseOf, type PgType } from '../../pg/index.js';
import type { Output, Scope, Session, Typed } from '../model.js';
import type { Queries } from '../queries.js';
import type { Call } from './choose-routine.js';
import { locationOfNode, partsOf } from './names.js';
import { outputName } from './output-name.js';
import { resolveType } from './resolve-type.js';
import { resolveCall } from './type-call.js';
import { fieldsOfTyped } from './type-indirection.js';
import { envOf } from './type-of.js';
import { UNTYPED } from './typed.js';

/** What the clause around a function in FROM says. */
export interface FunctionColumnsOptions {
  /** The alias of the table, where it is of this function alone. */
  readonly alias?: string | undefined;
  /** The ColumnDefs of a column definition list. */
  readonly definitions?: readonly Node[] | undefined;
}

/** What a function in FROM gives. */
export interface FunctionColumns {
  readonly outputs: readonly Output[];
  /** False where there may be other columns than `outputs`: the function or the type of its rows is not known. */
  readonly complete: boolean;
  /** What a row of it is, where that is no record: of a scalar function, a value. */
  readonly rowType?: PgType;
}

/** The columns of a function in FROM. */
export function functionColumns(
  node: Node,
  options: FunctionColumnsOptions,
  scope: Scope,
  session: Session,
  queries: Queries,
): FunctionColumns {
  const arrays = severalArrays(node);
  if (arrays === undefined) return columnsOfOne(node, options, scope, session, queries);
  const columns = arrays.map((array) => {
    const call = { FuncCall: { ...array, funcname: UNNEST } };
    return columnsOfOne(call, {}, scope, session, queries);
  });
  const outputs = columns.flatMap((each) => each.outputs);
  return { outputs, complete: columns.every(({ complete }) => complete) };
}

const UNNEST: Node[] = [{ String: { sval: 'pg_catalog' } }, { String: { sval: 'unnest' } }];

/** `unnest(a, b)` in FROM is one unnest for each array. */
function severalArrays(node: Node): readonly Pick<FuncCall, 'args' | 'location'>[] | undefined {
  if (!('FuncCall' in node)) return undefined;
  const { funcname = [], args = [], location, func_variadic } = node.FuncCall;
  const [name, ...others] = partsOf(funcname);
  if (name !== 'unnest' || others.length > 0 || args.length < 2 || func_variadic) return undefined;
  return args.map((arg) => ({ args: [arg], ...(location !== undefined && { location }) }));
}

function columnsOfOne(
  node: Node,
  options: FunctionColumnsOptions,
  scope: Scope,
  session: Session,
  queries: Queries,
): FunctionColumns {
  const env = envOf(scope, session, queries);
  const call: Call =
    'FuncCall' in node
      ? session.deeper(() => resolveCall(node.FuncCall, env))
      : { typed: env.typeOf(node) };
  const { definitions = [] } = options;
  if (definitions.length > 0) return { outputs: defined(definitions, session), complete: true };
  const { type, typmod } = call.typed;
  const fields = fieldsOfTyped(call.typed, env);
  if (fields !== undefined) return { outputs: fields, complete: true, ...rowTypeOf(type) };
  const name = scalarName(node, call, options);
  if (type === undefined) {
    const known = call.found !== undefined || !('FuncCall' in node);
    return { outputs: [{ ...UNTYPED, name }], complete: known };
  }
  if (type.name === 'record' && type.schema === 'pg_catalog') {
    const message = `The columns of ${outputName(node)} have to be listed: AS t(name type, …).`;
    const location = locationOfNode(node);
    const about = { target: 'function', name: outputName(node), location } as const;
    session.report({ ...about, code: 'column_count', message });
    return { outputs: [], complete: false };
  }
  const composite = baseOf(type).kind === 'composite';
  return composite
    ? { outputs: [], complete: false }
    : { outputs: [{ type, typmod, name }], complete: true, rowType: type };
}

function rowTypeOf(type: PgType | undefined): { rowType?: PgType } {
  return type === undefined || type.name === 'record' ? {} : { rowType: type };
}

/** A single OUT argument names the column; otherwise the alias does, or the function. */
function scalarName(node: Node, { found }: Call, { alias }: FunctionColumnsOptions): string {
  const [only, ...others] = found?.out ?? [];
  if (only !== undefined && others.length === 0 && only.name !== '') return only.name;
  return alias ?? outputName(node);
}

function defined(definitions: readonly Node[], session: Session): readonly Output[] {
  return definitions.flatMap((node) => {
    if (!('ColumnDef' in node)) return [];
    const { colname = '', typeName } = node.ColumnDef;
    const use: Typed = (typeName && resolveType(typeName, session)) ?? UNTYPED;
    return [{ type: use.type, typmod: use.typmod, name: colname }];
  });
}
