export { byteLength } from './byte-length.js';
export { clipText } from './clip-text.js';
export { clipTokens, estimateTokens } from './estimate-tokens.js';
export { fitData } from './fit-data.js';
export { quoteForeign } from './quote-foreign.js';
export { hasInvisible, oneLine, stripInvisible } from './strip-invisible.js';
