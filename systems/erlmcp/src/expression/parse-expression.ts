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

/**
 * The steps that calculate an expression of `+ - * / ^`, parentheses, numbers and the names that `isKnown` knows. Powers
 * bind tighter than signs and from the right: −2^2 is −4, 2^3^2 is 512. Throws ExpressionError where it is none.
 */
export function parseExpression(text: string, isKnown: (name: string) => boolean): readonly Step[] {
  const scanner = new Scanner(text);
  const steps: Step[] = [];
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

  function signed(): void {
    const sign = scanner.sign(SUMS);
    if (sign === undefined) return power();
    signed();
    if (sign === '-') steps.push({ kind: 'negate' });
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
