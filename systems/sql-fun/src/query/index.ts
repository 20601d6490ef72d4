export type {
  AnalysedColumn,
  Analysis,
  Parameter,
  Problem,
  ProblemCode,
  StatementAnalysis,
  Touched,
} from './analysis.js';
export { analyze, type AnalyzeOptions } from './analyze.js';
export type { ProblemReason } from './reasons.js';
