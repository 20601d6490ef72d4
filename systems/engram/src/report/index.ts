export { buildReport, type OpenMemoryHealth, type ReportInput } from './build-report.js';
export { reliabilityReport, type ReliabilityReport } from './reliability-report.js';
export { renderReport } from './render-report.js';
