export { align } from './align.js';
export { closest } from './closest.js';
export { excerpt } from './excerpt.js';
export { matchesLike } from './matches-like.js';
export type { Place } from './place.js';
export { SourceText } from './source-text.js';
export { splitName, type NamePart } from './split-name.js';
export { splitStatements, type Span, type StatementSpan } from './split-statements.js';
export { nextToken, type SqlToken } from './sql-token.js';
