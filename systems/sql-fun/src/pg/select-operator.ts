import type { Lookup, PgCatalog } from './catalog.js';
import type { PgType } from './pg-type.js';
import { bindPolymorphic } from './polymorphic.js';
import type { Operator } from './routine.js';
import { matching, selectCandidate, type Candidate } from './select-candidate.js';
import { baseOf, isUnknown } from './type-parts.js';

export type OperatorChoice =
  | {
      readonly kind: 'found';
      readonly operator: Operator;
      readonly result: PgType;
      /** What the operands become. */
      readonly left?: PgType;
      readonly right: PgType;
    }
  /** `exists`: there are operators of that name, for other operands. */
  | { readonly kind: 'none'; readonly exists: boolean }
  /** Several fit equally well, or it cannot be determined what a polymorphic one gives. */
  | { readonly kind: 'ambiguous' };

/** The operator that is meant; without a left operand, a prefix operator. */
export function selectOperator(
  catalog: PgCatalog,
  name: string,
  where: Lookup,
  left: PgType | undefined,
  right: PgType,
): OperatorChoice {
  const operators = catalog.operators(name, where);
  const inputs = left === undefined ? [right] : [left, right];
  const exact = exactMatch(operators, left, right);
  if (exact !== undefined) return found(catalog, exact, inputs);
  const binary = left !== undefined;
  const candidates = operators
    .filter((operator) => (operator.left !== undefined) === binary)
    .map((operator) => ({ operator, types: typesOf(operator) }));
  const matched = distinct(matching(catalog, inputs, candidates));
  if (matched.length === 0) return { kind: 'none', exists: operators.length > 0 };
  const best = matched.length === 1 ? matched[0] : selectCandidate(catalog, inputs, matched);
  return best === undefined ? { kind: 'ambiguous' } : found(catalog, best.operator, inputs);
}

/** A literal of no type is taken to be of the type of the other operand, or of what that is a domain of. */
function exactMatch(
  operators: readonly Operator[],
  left: PgType | undefined,
  right: PgType,
): Operator | undefined {
  const find = (l: PgType | undefined, r: PgType) =>
    operators.find((operator) => operator.left === l && operator.right === r);
  if (left === undefined || isUnknown(left) === isUnknown(right)) return find(left, right);
  const known = isUnknown(left) ? right : left;
  return find(known, known) ?? find(baseOf(known), baseOf(known));
}

interface OperatorCandidate extends Candidate {
  readonly operator: Operator;
}

function typesOf({ left, right }: Operator): readonly PgType[] {
  return left === undefined ? [right] : [left, right];
}

/** Of operators on the same types the first one on the path hides the others. */
function distinct(candidates: readonly OperatorCandidate[]): readonly OperatorCandidate[] {
  return candidates.filter(({ types }, i) => {
    const first = candidates.findIndex((each) => types.every((type, n) => type === each.types[n]));
    return first === i;
  });
}

function found(catalog: PgCatalog, operator: Operator, inputs: readonly PgType[]): OperatorChoice {
  const { left, right } = operator;
  const bind = bindPolymorphic(catalog, inputs, typesOf(operator));
  const result = bind?.(operator.result);
  const boundLeft = left === undefined ? undefined : bind?.(left);
  const boundRight = bind?.(right);
  if (result === undefined || boundRight === undefined) return { kind: 'ambiguous' };
  if (left !== undefined && boundLeft === undefined) return { kind: 'ambiguous' };
  const operands = { ...(boundLeft !== undefined && { left: boundLeft }), right: boundRight };
  return { kind: 'found', operator, result, ...operands };
}
