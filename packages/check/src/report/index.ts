export { applyBaseline } from './baseline/apply-baseline.js';
export { parseBaseline, type Baseline } from './baseline/parse-baseline.js';
export { toBaseline } from './baseline/to-baseline.js';
export { exitCodeOf } from './exit-code.js';
export { renderTerminal, type Colors, type TerminalOptions } from './render-terminal.js';
export { toHtml } from './to-html.js';
export { toJson } from './to-json.js';
export { toJunit, type JunitOptions } from './to-junit.js';
export { toSarif, type SarifOptions } from './to-sarif.js';
