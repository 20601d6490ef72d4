export { calculate, divide } from './calculate.js';
export { ExpressionError } from './expression-error.js';
export { parseExpression } from './parse-expression.js';
export { WHOLE_NAME } from './scanner.js';
export type { Step } from './step.js';
