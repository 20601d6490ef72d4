export { findUndeclared, type Stray } from './find-undeclared.js';
export { judgeAnswer, type Verdict } from './judge-answer.js';
export { inspectAnswer, type Inspected } from './inspect-answer.js';
export { judgeForm } from './judge-form.js';
