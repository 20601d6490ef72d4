export { byteLength } from './byte-length.js';
export { clipAdvice, clipOutsideQuotes } from './clip-advice.js';
export { clipText } from './clip-text.js';
export { clipTokens, estimateTokens } from './estimate-tokens.js';
export { fitData } from './fit-data.js';
export { quoteForeign } from './quote-foreign.js';
export { hasInvisible, oneLine, stripInvisible } from './strip-invisible.js';
