export { causeChain, describeCause, type CauseRecord } from './cause-chain.js';
export { classify, type ClassifyOptions } from './classify.js';
export { fromIssues, isUnion, type InputProblem } from './from-issues.js';
export { GENERIC, GENERIC_DOMAIN } from './generic.js';
export { peek } from './peek.js';
