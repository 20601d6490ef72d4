import { closest } from '../../text/index.js';
import { baseOf, formatType, type PgType } from '../../pg/index.js';
import type { Session, Typed } from '../model.js';
import { isUnsettled, literalOf, type LiteralTyped } from './typed.js';
import { seesAllOf } from './visible.js';

/** What the context says of a value that has no type yet: a parameter gets it, the literal of an enum is looked at. */
export function settle(
  typed: Typed,
  type: PgType,
  session: Session,
  location: number | undefined,
): void {
  const literal = literalOf(typed);
  if (literal !== undefined) checkLabel(literal, baseOf(type), session);
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

function checkLabel(
  { text, location }: LiteralTyped['literal'],
  type: PgType,
  session: Session,
): void {
  const { kind, labels } = type;
  if (kind !== 'enum' || labels === undefined || labels.includes(text)) return;
  if (!seesAllOf(type.schema, session)) return;
  const didYouMean = closest(text, labels);
  session.report({
    code: 'type_mismatch',
    target: 'sql',
    name: text,
    message: `"${text}" is not a value of the enum ${formatType(type)}.`,
    ...(didYouMean.length > 0 && { didYouMean }),
    location,
  });
}
