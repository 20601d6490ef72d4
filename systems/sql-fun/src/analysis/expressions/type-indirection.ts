import type { A_Indices, A_Indirection, Node } from 'libpg-query';
import { baseOf, baseUseOf, formatType, subscriptOf, type PgType } from '../../pg/index.js';
import { closest } from '../../text/index.js';
import type { Output, Typed } from '../model.js';
import { firstLocation, whereOf } from '../node.js';
import { coerce } from './coerce.js';
import { computedField } from './computed-field.js';
import type { Env } from './env.js';
import { locationOfNode } from './names.js';
import { settle } from './settle.js';
import { builtinType, isOpen, recordFields, UNTYPED } from './typed.js';

/** What comes after an expression: subscripts, slices, and fields of a row. */
export function typeIndirection({ arg, indirection }: A_Indirection, env: Env): Typed {
  if (arg === undefined) return UNTYPED;
  let typed = env.typeOf(arg);
  let subscripts: A_Indices[] = [];
  const subscripted = () => {
    if (subscripts.length > 0) typed = subscript(typed, subscripts, arg, env);
    subscripts = [];
  };
  for (const part of indirection ?? []) {
    if ('A_Indices' in part) subscripts.push(part.A_Indices);
    else {
      subscripted();
      if ('String' in part) typed = field(typed, part.String.sval ?? '', arg, env);
      else typed = UNTYPED;
    }
  }
  subscripted();
  return typed;
}

/** The columns of a value that is a row; undefined where they are not known. */
export function fieldsOfTyped(typed: Typed, env: Env): readonly Output[] | undefined {
  const fields = recordFields(typed);
  if (fields !== undefined || typed.type === undefined) return fields;
  const base = baseOf(typed.type);
  return base.kind === 'composite' ? env.queries.fields(base, env.session) : undefined;
}

function field(typed: Typed, name: string, arg: Node, env: Env): Typed {
  if (typed.type === undefined) return UNTYPED;
  const fields = fieldsOfTyped(typed, env);
  const found =
    fields?.find((each) => each.name === name) ?? computedField(typed, name, env.session);
  if (found !== undefined) return found;
  const type = formatType(typed.type);
  const about = { target: 'column', name, location: firstLocation(arg) } as const;
  if (fields !== undefined) {
    const didYouMean = closest(
      name,
      fields.map((each) => each.name),
    );
    const hint = didYouMean.length > 0 && { didYouMean };
    const message = `A value of type ${type} has no column "${name}".`;
    env.session.report({ ...about, code: 'not_found', message, ...hint });
  } else if (!mayHaveFields(typed.type)) {
    const message = `Column "${name}" is asked of a value of type ${type}, which is not a row.`;
    env.session.report({ ...about, code: 'type_mismatch', message });
  }
  return UNTYPED;
}

function mayHaveFields(type: PgType): boolean {
  const base = baseOf(type);
  return base.kind === 'composite' || base.kind === 'pseudo';
}

function subscript(typed: Typed, subscripts: readonly A_Indices[], arg: Node, env: Env): Typed {
  const { session } = env;
  const indexes = subscripts.flatMap(({ lidx, uidx }) => [lidx, uidx]);
  const nodes = indexes.filter((node): node is Node => node !== undefined);
  const values = nodes.map((node) => [node, env.typeOf(node)] as const);
  if (typed.type === undefined) return UNTYPED;
  const container = baseUseOf({ type: typed.type, typmod: typed.typmod });
  const part = subscriptOf(session.schema.catalog, container.type);
  if (part === undefined) {
    const name = formatType(typed.type);
    const message = `A value of type ${name} has no subscripts.`;
    const location = firstLocation(arg);
    session.report({ code: 'type_mismatch', target: 'type', name, message, location });
    return UNTYPED;
  }
  const keyed = container.type.name === 'jsonb';
  for (const [node, value] of values) subscriptValue(node, value, keyed, env);
  const sliced = subscripts.some(({ is_slice }) => is_slice === true);
  if (keyed && sliced) {
    const message = 'jsonb has subscripts, but no slices.';
    const location = firstLocation(indexes);
    session.report({ code: 'type_mismatch', target: 'type', name: 'jsonb', message, location });
  }
  return { type: sliced ? container.type : part, typmod: container.typmod };
}

/** A number; of jsonb also the name of a member. */
function subscriptValue(node: Node, value: Typed, keyed: boolean, { session }: Env): void {
  const text = builtinType('text', session);
  const int4 = builtinType('int4', session);
  if (text === undefined || int4 === undefined) return;
  if (keyed && isOpen(value)) settle(value, text, session, locationOfNode(node));
  else if (!keyed || value.type !== text) {
    const type = keyed && value.type?.category === 'S' ? text : int4;
    const context = keyed ? 'implicit' : 'assignment';
    coerce(value, { type, typmod: -1 }, session, context, whereOf('A subscript', node));
  }
}
