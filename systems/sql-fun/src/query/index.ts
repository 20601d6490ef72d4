export type * from './analysis.js';
export { analyze } from './analyze.js';
export type { AnalyzeOptions, Lock } from './context.js';
