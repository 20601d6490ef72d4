import { ExpressionError } from './expression-error.js';
import type { Operator, Step } from './step.js';

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
  steps: readonly Step[],
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
