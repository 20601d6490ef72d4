import type { Part } from '../part.js';
import type { Judged } from './judged.js';
import type { Scope } from './scope.js';

/** Where a keyword stands. */
export interface Place {
  /** The keywords beside it. */
  readonly part: Part;
  readonly scope: Scope;
  judge(value: unknown, schema: unknown): Judged;
}

/** What one keyword says of a value: of a value that it is not about, `valid`; where it is malformed, `unsure`. */
export type Rule = (operand: never, value: never, place: Place) => Judged;

/** A rule that is asked only about values of its kind, and only with an operand that makes sense. */
export function rule<Operand, Value>(
  isOperand: (operand: unknown) => operand is Operand,
  isValue: (value: unknown) => value is Value,
  says: (operand: Operand, value: Value, place: Place) => Judged,
): Rule {
  return (operand: unknown, value: unknown, place: Place) => {
    if (!isOperand(operand)) return 'unsure';
    return isValue(value) ? says(operand, value, place) : 'valid';
  };
}

export function isAnything(_value: unknown): _value is unknown {
  return true;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every(isText);
}
