export { codeText, codeTexts } from './code-text.js';
export { firstSentence } from './first-sentence.js';
export { insertParts, type Parts } from './insert-parts.js';
export { markdownTable } from './markdown-table.js';
