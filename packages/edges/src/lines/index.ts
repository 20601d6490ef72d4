export { assertLimit } from './assert-limit.js';
export { createLineWork } from './line-work.js';
export { LineExchange } from './line-exchange.js';
export { createLineWriter } from './line-writer.js';
export { PendingReplies } from './pending-replies.js';
export { readLines } from './read-lines.js';
export { Outline } from './outline.js';
export { tooLarge } from './too-large.js';
