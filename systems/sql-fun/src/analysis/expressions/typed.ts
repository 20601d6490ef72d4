import { isUnknown, type PgType } from '../../pg/index.js';
import type { Output, Session, Typed } from '../model.js';
import { rememberedBuiltin } from './remembered.js';

/** A record whose columns are known though they are not those of a named type: `ROW(…)`, a function with OUT arguments. */
export interface RecordTyped extends Typed {
  readonly fields: readonly Output[];
}

/** A text whose type the context has to say. */
export interface LiteralTyped extends Typed {
  readonly literal: { readonly text: string; readonly location: number | undefined };
}

/** What nothing is known of. */
export const UNTYPED: Typed = { type: undefined, typmod: -1 };

/** A type of PostgreSQL itself. */
export function builtinType(name: string, session: Session): PgType | undefined {
  return rememberedBuiltin(session.schema.catalog, name);
}

/** A value of a type of PostgreSQL itself. */
export function builtin(name: string, session: Session, typmod = -1): Typed {
  return { type: builtinType(name, session), typmod };
}

/** Whether it is a parameter whose type nothing has said yet. */
export function isUnsettled(typed: Typed): typed is Typed & { readonly param: number } {
  return typed.type === undefined && typed.param !== undefined;
}

/** The type that counts for the choice of an operator or function: a parameter is like a literal without a type. */
export function operandType(typed: Typed, session: Session): PgType | undefined {
  return isUnsettled(typed) ? builtinType('unknown', session) : typed.type;
}

/** The types of several; undefined where one of them is not known. */
export function operandTypes(
  typeds: readonly Typed[],
  session: Session,
): readonly PgType[] | undefined {
  const types = typeds.map((typed) => operandType(typed, session));
  return types.every((type) => type !== undefined) ? types : undefined;
}

/** Whether the context has to say what it is. */
export function isOpen(typed: Typed): boolean {
  return isUnsettled(typed) || (typed.type !== undefined && isUnknown(typed.type));
}

/** The columns of a record that has no type of its own. */
export function recordFields(typed: Typed): readonly Output[] | undefined {
  return 'fields' in typed ? (typed as RecordTyped).fields : undefined;
}

/** The text of a literal without a type, and where it is. */
export function literalOf(typed: Typed): LiteralTyped['literal'] | undefined {
  return 'literal' in typed ? (typed as LiteralTyped).literal : undefined;
}
