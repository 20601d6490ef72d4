import type { Tool } from '@errata/kit';
import { calculate } from '../../expression/index.js';
import { answerOf, CALCULATION, RESULT_SCHEMA } from '../tools/result-schema.js';
import type { Addition } from './read-addition.js';

/** A tool that calculates an expression with its arguments in place of the names. */
export function expressionTool({
  name,
  description,
  steps,
  variables,
}: Addition): Tool<Record<string, number>> {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(variables.map((variable) => [variable, { type: 'number' }])),
      required: variables,
      additionalProperties: false,
    },
    outputSchema: RESULT_SCHEMA,
    annotations: CALCULATION,
    run: (args) => answerOf(() => calculate(steps, (variable) => args[variable]!)),
  };
}
