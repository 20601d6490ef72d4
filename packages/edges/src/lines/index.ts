export { readLines, tooLarge } from './read-lines.js';
export { createLineWork, LineExchange, PendingReplies } from './line-work.js';
export { createLineWriter } from './line-writer.js';
export { Outline } from './outline.js';
