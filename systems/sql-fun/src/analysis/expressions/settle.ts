import { baseOf, formatType, type PgType } from '../../pg/index.js';
import type { Session, Typed } from '../model.js';
import { checkLiteral } from './check-literal.js';
import { isUnsettled, literalOf } from './typed.js';

/** What the context says of a value that has no type yet: a parameter gets it, a literal is looked at. */
export function settle(
  typed: Typed,
  type: PgType,
  session: Session,
  location: number | undefined,
): void {
  const literal = literalOf(typed);
  if (literal !== undefined) checkLiteral(literal, baseOf(type), session);
  if (isUnsettled(typed) && isConcrete(type)) settleParameter(typed, type, session, location);
}

function isConcrete({ kind, name }: PgType): boolean {
  return kind !== 'pseudo' || name === 'record';
}

function settleParameter(
  { param }: { readonly param: number },
  type: PgType,
  session: Session,
  location: number | undefined,
): void {
  const { type: known } = session.parameter(param);
  if (known === undefined) session.settle(param, type);
  else if (known !== type) {
    const name = `$${param}`;
    const types = `${formatType(known)} and as ${formatType(type)}`;
    const message = `Parameter ${name} is used as ${types}.`;
    session.report({ code: 'type_mismatch', target: 'sql', name, message, location });
  }
}
