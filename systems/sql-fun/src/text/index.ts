export { align, excerpt } from './cells.js';
export { closest } from './closest.js';
export { matchesLike, matchesStars, splitName, type NamePart } from './names.js';
export { ReplacedText, SourceText } from './source-text.js';
export type { Place, Replacement, Span } from './source-text.js';
export { nextToken, splitStatements } from './split-statements.js';
export type { SqlToken, StatementSpan } from './split-statements.js';
