import type { Tool } from '@errata/kit';
import { calculate, parseExpression } from '../../expression/index.js';
import { answerOf, CALCULATION, RESULT_SCHEMA } from './result-schema.js';

/** Calculates an expression; what is wrong with one is told to the model. */
export const evaluate: Tool<{ expression: string }> = {
  name: 'evaluate',
  description:
    'Calculates an expression of numbers, + - * / ^ and parentheses, such as (1 + 2) * 3 ^ 2.',
  inputSchema: {
    type: 'object',
    properties: { expression: { type: 'string', minLength: 1 } },
    required: ['expression'],
    additionalProperties: false,
  },
  outputSchema: RESULT_SCHEMA,
  annotations: CALCULATION,
  run: ({ expression }) =>
    answerOf(
      () => calculate(parseExpression(expression, () => false)),
      'The expression cannot be calculated: ',
    ),
};
