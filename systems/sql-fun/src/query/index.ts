export type {
  AnalysedColumn,
  Analysis,
  Parameter,
  Problem,
  ProblemCode,
  ProblemReason,
  StatementAnalysis,
  Touched,
} from './analysis.js';
export { analyze } from './analyze.js';
export type { AnalyzeOptions, Lock } from './context.js';
