import type { Operator, Step } from './step.js';

const OPERATIONS: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
};

/** What the steps of an expression come to. What has no number, such as 1/0, comes to infinity or NaN. */
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
