import type { Definition } from '../fault/index.js';

/**
 * A law that reads a code by its last two digits: the tens give the category, zero in the ones is the category's
 * general failure, one to nine are specific. `-320XY`, for anyone's catalog.
 */
export interface DigitLaw {
  /** The number with X and Y at zero: −32000 for `-320XY`. */
  readonly base: number;
  /** The category of each X; `null` keeps a digit reserved. */
  readonly categories: Readonly<Record<number, string | null>>;
  /** The meaning of each X. */
  readonly meanings?: Readonly<Record<number, string>>;
  /** The fields that a general failure (Y = 0) must declare. */
  readonly generalFields: readonly string[];
}

export interface Digits {
  readonly x: number;
  readonly y: number;
  readonly category: string | null;
}

/** The digits of a code, or undefined if the law does not cover it. */
export function decodeDigits(code: number, law: DigitLaw): Digits | undefined {
  const distance = law.base - code;
  if (!Number.isInteger(distance) || distance < 0 || distance > 99) return undefined;
  const x = Math.floor(distance / 10);
  if (!Object.hasOwn(law.categories, x)) return undefined;
  return { x, y: distance % 10, category: law.categories[x]! };
}

/** The violation of the law by a definition, if any. */
export function breachOfDigitLaw(definition: Definition, law: DigitLaw): string | undefined {
  const { code, category, fields } = definition;
  const digits = decodeDigits(code, law);
  if (digits === undefined) return `${code} is not of the form that the digit law covers`;
  if (digits.category === null) return `${code} uses the reserved digit ${digits.x}`;
  if (digits.category !== category) {
    return `${code} says category ${digits.category}, the definition says ${category}`;
  }
  if (digits.y === 0) {
    const missing = law.generalFields.find(
      (name) => !fields.some((field) => field.name === name && field.required),
    );
    if (missing !== undefined) {
      return `${code} is a general failure and has to require data.${missing}`;
    }
  }
  return undefined;
}
