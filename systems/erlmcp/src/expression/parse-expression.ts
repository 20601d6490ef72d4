import { Scanner } from './scanner.js';
import type { Operator, Step } from './step.js';

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
export function parseExpression(text: string, isKnown: (name: string) => boolean): readonly Step[] {
  const scanner = new Scanner(text);
  const steps: Step[] = [];
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
