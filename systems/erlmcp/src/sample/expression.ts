/** Why an expression has no value: its text is wrong, or it cannot be calculated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Of the wrong character, counted from 1. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(position === undefined ? message : `at character ${position}: ${message}`);
    this.position = position;
  }
}

const SPACE = /\s*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

/** A name, and nothing else. */
export const WHOLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Goes through an expression, word by word. */
class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  get atEnd(): boolean {
    return this.#position === this.#text.length;
  }

  /** The number that comes next, if one does. */
  number(): number | undefined {
    const found = this.#match(NUMBER);
    return found === undefined ? undefined : Number(found);
  }

  /** The name that comes next, if one does and `isKnown` knows it. */
  name(isKnown: (name: string) => boolean): string | undefined {
    const start = this.#position;
    const found = this.#match(NAME);
    if (found === undefined || isKnown(found)) return found;
    this.#position = start;
    throw this.unexpected('a name that is known here');
  }

  /** What the next sign means, if it is one of these. */
  sign<T>(signs: ReadonlyMap<string, T>): T | undefined {
    const meaning = signs.get(this.#text.charAt(this.#position));
    if (meaning === undefined) return undefined;
    this.#position += 1;
    this.#skipSpace();
    return meaning;
  }

  unexpected(wanted: string): ExpressionError {
    const code = this.#text.codePointAt(this.#position);
    const found = code === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(code));
    return this.error(`${wanted} is expected, not ${found}`);
  }

  /** What is wrong at this place. */
  error(message: string): ExpressionError {
    return new ExpressionError(message, this.#position + 1);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#position += found.length;
    this.#skipSpace();
    return found;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#position;
    SPACE.test(this.#text);
    this.#position = SPACE.lastIndex;
  }
}

const SUMS: ReadonlyMap<string, Operator> = new Map([
  ['+', '+'],
  ['-', '-'],
  ['−', '-'],
]);
const PRODUCTS: ReadonlyMap<string, Operator> = new Map([
  ['*', '*'],
  ['×', '*'],
  ['/', '/'],
  ['÷', '/'],
]);
const POWER: ReadonlyMap<string, Operator> = new Map([['^', '^']]);
const OPEN: ReadonlyMap<string, true> = new Map([['(', true]]);
const CLOSE: ReadonlyMap<string, true> = new Map([[')', true]]);

/** Far from the end of the stack, which is what a recursive parser works on. */
const MAX_DEPTH = 100;

/**
 * The steps that calculate an expression of `+ - * / ^`, parentheses, numbers and the names that `isKnown` knows. Powers
 * bind tighter than signs and from the right: −2^2 is −4, 2^3^2 is 512. Throws ExpressionError where it is none, or where
 * parentheses, signs and powers are nested more than 100 deep.
 */
export function parseExpression(
  text: string,
  isKnown: (name: string) => boolean,
): readonly StackStep[] {
  const scanner = new Scanner(text);
  const steps: StackStep[] = [];
  let depth = 0;
  const push = (operator: Operator): void => void steps.push({ kind: 'operator', operator });

  const sum = (): void => chain(product, SUMS);
  const product = (): void => chain(signed, PRODUCTS);

  function chain(part: () => void, operators: ReadonlyMap<string, Operator>): void {
    part();
    let operator = scanner.sign(operators);
    while (operator !== undefined) {
      part();
      push(operator);
      operator = scanner.sign(operators);
    }
  }

  /** All recursion leads through here, by a sign, a power or a parenthesis: the one place that counts how deep it is. */
  function signed(): void {
    if (depth > MAX_DEPTH) throw scanner.error(`nested more than ${MAX_DEPTH} deep`);
    depth += 1;
    const sign = scanner.sign(SUMS);
    if (sign === undefined) power();
    else signed();
    if (sign === '-') steps.push({ kind: 'negate' });
    depth -= 1;
  }

  function power(): void {
    atom();
    const operator = scanner.sign(POWER);
    if (operator === undefined) return;
    signed();
    push(operator);
  }

  function atom(): void {
    const value = scanner.number();
    if (value !== undefined) return void steps.push({ kind: 'number', value });
    const name = scanner.name(isKnown);
    if (name !== undefined) return void steps.push({ kind: 'name', name });
    if (scanner.sign(OPEN) === undefined) throw scanner.unexpected('a number, a name or "("');
    sum();
    if (scanner.sign(CLOSE) === undefined) throw scanner.unexpected('an operator or ")"');
  }

  sum();
  if (!scanner.atEnd) throw scanner.unexpected('an operator or the end');
  return steps;
}

/** The operators of two numbers. */
type Operator = '+' | '-' | '*' | '/' | '^';

/** One step of a calculation on a stack: push a number, push the value of a name, or put what is there together. */
export type StackStep =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate' }
  | { readonly kind: 'operator'; readonly operator: Operator };

const OPERATIONS: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': divide,
  '^': power,
};

export function divide(a: number, b: number): number {
  if (b === 0) throw new ExpressionError('Division by zero');
  return a / b;
}

function power(a: number, b: number): number {
  if (a === 0 && b < 0) throw new ExpressionError('Division by zero');
  if (a < 0 && Number.isFinite(b) && !Number.isInteger(b)) {
    throw new ExpressionError('A negative number has no such power');
  }
  return a ** b;
}

/** What the steps of an expression come to. What is too large for a number comes to infinity. Throws ExpressionError. */
export function calculate(
  steps: readonly StackStep[],
  valueOf: (name: string) => number = () => NaN,
): number {
  const stack: number[] = [];
  for (const step of steps) {
    switch (step.kind) {
      case 'number':
        stack.push(step.value);
        break;
      case 'name':
        stack.push(valueOf(step.name));
        break;
      case 'negate':
        stack.push(-stack.pop()!);
        break;
      case 'operator': {
        const b = stack.pop()!;
        stack.push(OPERATIONS[step.operator](stack.pop()!, b));
      }
    }
  }
  return stack.pop()!;
}
