import type { ToolAnswer } from '@errata/kit';
import { ExpressionError } from '../../expression/index.js';

/** The result of a calculation, or why there is none. */
export function answerOf(calculate: () => number, before = ''): ToolAnswer {
  try {
    return { structuredContent: { result: calculate() } };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { content: [{ type: 'text', text: before + error.message }], isError: true };
  }
}

/** What every calculation promises. JSON has no infinity, so that 1e308 × 10 breaks it. */
export const RESULT_SCHEMA = {
  type: 'object',
  properties: { result: { type: 'number' } },
  required: ['result'],
} as const;

/** A calculation asks nothing, changes nothing, and comes to the same each time. */
export const CALCULATION = {
  readOnlyHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
