import type { Tool } from '@errata/kit';
import { divide } from '../../expression/index.js';
import { answerOf, CALCULATION, RESULT_SCHEMA } from './result-schema.js';

interface Pair {
  readonly a: number;
  readonly b: number;
}

const PAIR_SCHEMA = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

/** add, subtract, multiply and divide. */
export const ARITHMETIC: readonly Tool<Pair>[] = [
  arithmetic('add', 'a + b', ({ a, b }) => a + b),
  arithmetic('subtract', 'a − b', ({ a, b }) => a - b),
  arithmetic('multiply', 'a × b', ({ a, b }) => a * b),
  arithmetic('divide', 'a / b', ({ a, b }) => divide(a, b)),
];

function arithmetic(name: string, formula: string, calculate: (pair: Pair) => number): Tool<Pair> {
  return {
    name,
    description: `Calculates ${formula}.`,
    inputSchema: PAIR_SCHEMA,
    outputSchema: RESULT_SCHEMA,
    annotations: CALCULATION,
    run: (pair) => answerOf(() => calculate(pair)),
  };
}
