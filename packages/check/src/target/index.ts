export { checkTargets, type CheckTargetsOptions } from './check-targets.js';
export { parseTarget, toCommand, type TargetOptions } from './parse-target.js';
export { TargetError, type Target } from './target.js';
