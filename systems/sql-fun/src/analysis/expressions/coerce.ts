import { canCoerce, formatType, type TypeUse } from '../../pg/index.js';
import type { Target } from '../analysis.js';
import type { Session, Typed } from '../model.js';
import { settle } from './settle.js';
import { isOpen, isUnsettled } from './typed.js';

/** Whether a value is stored somewhere, used somewhere, or converted by a cast that is written. */
export type CoercionContext = 'assignment' | 'implicit' | 'explicit';

/** What a value is for, as a problem says it: `{ name: 'age' }` is a column, `{ target: 'sql', name: 'LIMIT' }` is not. */
export interface Where {
  readonly location?: number | undefined;
  readonly name: string;
  /** `column` unless said. */
  readonly target?: Target;
}

/** A value as one of another type. A parameter gets that type; a value that cannot get it is reported. */
export function coerce(
  typed: Typed,
  target: TypeUse,
  session: Session,
  context: CoercionContext,
  where: Where,
): Typed {
  const result = { type: target.type, typmod: target.typmod };
  settle(typed, target.type, session, isUnsettled(typed) ? where.location : undefined);
  if (typed.type === undefined || typed.type === target.type || isOpen(typed)) return result;
  if (!canCoerce(session.schema.catalog, [typed.type], [target.type], context)) {
    session.report({
      code: 'type_mismatch',
      target: where.target ?? 'column',
      name: where.name,
      message: mismatch(formatType(typed.type), formatType(target.type), context, where),
      location: where.location,
    });
  }
  return result;
}

function mismatch(from: string, to: string, context: CoercionContext, where: Where): string {
  if (context === 'explicit') return `A value of type ${from} cannot be cast to ${to}.`;
  if ((where.target ?? 'column') === 'column') {
    return `Column "${where.name}" is of type ${to} but the expression is of type ${from}.`;
  }
  return `${where.name} takes a value of type ${to}, and the expression is of type ${from}.`;
}
