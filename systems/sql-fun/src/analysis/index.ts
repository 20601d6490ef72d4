export { analyze, type AnalyzeOptions } from './analyze.js';
export type * from './analysis.js';
export { definitionProblems } from './definition-problems.js';
export { loadParser } from './parser.js';
export { relationOutputs } from './relation-outputs.js';
