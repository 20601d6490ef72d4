import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Prompt } from '@errata/kit';
import { calculate, ExpressionError, parseExpression } from '../expression/index.js';

const AUDIENCES = ['child', 'engineer', 'mathematician', 'student'] as const;

/** Asks a model to explain a calculation, with what it comes to. */
export const explainCalculation: Prompt = {
  name: 'explain-calculation',
  description: 'Explains step by step how an expression is calculated.',
  arguments: [
    { name: 'expression', description: 'Such as (1 + 2) * 3 ^ 2', required: true },
    {
      name: 'audience',
      description: 'Who it is explained to; a student unless told',
      complete: (typed) => AUDIENCES.filter((audience) => audience.startsWith(typed)),
    },
  ],
  messages: ({ expression = '', audience = 'student' }) =>
    `Explain step by step to a ${audience} how ${expression} is calculated. It comes to ${resultOf(expression)}.`,
};

function resultOf(expression: string): number {
  try {
    return calculate(parseExpression(expression, () => false));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw erlmcp.INVALID_PARAMS({ details: `arguments.expression: ${error.message}` });
  }
}
