export { findUndeclared, type Stray } from './find-undeclared.js';
export { judgeAnswer, type Verdict } from './judge-answer.js';
