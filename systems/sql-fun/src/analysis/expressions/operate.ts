import type { Node } from 'libpg-query';
import { formatType, type PgType } from '../../pg/index.js';
import type { Session, Typed } from '../model.js';
import { extensionMayHaveOperator } from './extensions.js';
import { hasSchema } from './has-schema.js';
import { partsOf } from './names.js';
import { rememberedOperator } from './remembered.js';
import { settle } from './settle.js';
import { operandType, UNTYPED } from './typed.js';
import { lookupOf } from './visible.js';

/** An operator as it is written somewhere. */
export interface OperatorUse {
  readonly parts: readonly string[];
  readonly location: number | undefined;
}

/** What an operator gives, and what its operands become. */
export interface Operation {
  readonly result: Typed;
  readonly left?: PgType | undefined;
  readonly right?: PgType | undefined;
}

/** An operator of the parser; a sublink without one means `=`. */
export function operatorUse(
  names: readonly Node[] | undefined,
  location: number | undefined,
): OperatorUse {
  const parts = partsOf(names);
  return { parts: parts.length === 0 ? ['='] : parts, location };
}

/** An operator on its operands; without a left one it is a prefix operator. */
export function operate(
  use: OperatorUse,
  left: Typed | undefined,
  right: Typed,
  session: Session,
): Operation {
  const name = use.parts.at(-1) ?? '';
  const where = lookupOf(use.parts, 'operator', session);
  const { catalog } = session.schema;
  const leftType = left === undefined ? undefined : operandType(left, session);
  const rightType = operandType(right, session);
  if (rightType === undefined || (left !== undefined && leftType === undefined)) {
    return { result: certainResult(use, left === undefined, session) };
  }
  const choice = rememberedOperator(catalog, name, where, leftType, rightType);
  if (choice.kind !== 'found') {
    if (!hasSchema(use.parts, use.location, session)) return { result: UNTYPED };
    reportMissing(use, leftType, rightType, choice.kind, session);
    return { result: UNTYPED };
  }
  if (left !== undefined && choice.left !== undefined) {
    settle(left, choice.left, session, use.location);
  }
  settle(right, choice.right, session, use.location);
  const { left: leftBecomes, right: rightBecomes, result } = choice;
  return { result: { type: result, typmod: -1 }, left: leftBecomes, right: rightBecomes };
}

/** An operator that gives the same whatever it is used on, as all comparisons do. */
function certainResult(use: OperatorUse, prefix: boolean, session: Session): Typed {
  const where = lookupOf(use.parts, 'operator', session);
  const operators = session.schema.catalog.operators(use.parts.at(-1) ?? '', where);
  const fitting = operators.filter(({ left }) => (left === undefined) === prefix);
  const [result, ...others] = new Set(fitting.map((operator) => operator.result));
  if (result === undefined || others.length > 0 || result.kind === 'pseudo') return UNTYPED;
  return { type: result, typmod: -1 };
}

function reportMissing(
  { parts, location }: OperatorUse,
  left: PgType | undefined,
  right: PgType,
  kind: 'none' | 'ambiguous',
  session: Session,
): void {
  const operands = [left, right].map((type) => type && formatType(type));
  const name = [operands[0], parts.join('.'), operands[1]].filter(Boolean).join(' ');
  const about = { target: 'operator', name, location } as const;
  if (kind === 'ambiguous') {
    const message = `Which operator ${name} means is not clear; cast one of its operands.`;
    session.report({ ...about, code: 'ambiguous', message });
  } else if (extensionMayHaveOperator(parts.at(-1) ?? '', session)) {
    const message = `Operator ${name} is not known; it may come with an extension.`;
    session.report({ ...about, code: 'unresolved', message });
  } else {
    session.report({ ...about, code: 'not_found', message: `There is no operator ${name}.` });
  }
}
