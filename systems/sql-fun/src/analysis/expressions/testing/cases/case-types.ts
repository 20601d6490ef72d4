import type { ProblemCode, Target } from '../../../analysis.js';

/** An expression, its type as a client is told it, and the name of its column. */
export type ExpressionCase = readonly [expression: string, type: string, name: string];

/** An expression with parameters, its type without a modifier, and the types of the parameters. */
export type ParameterCase = readonly [
  expression: string,
  type: string,
  parameters: readonly string[],
];

/** An expression that is wrong, and what is said of it first. */
export type WrongCase = readonly [
  expression: string,
  code: ProblemCode,
  target: Target,
  name: string,
];
