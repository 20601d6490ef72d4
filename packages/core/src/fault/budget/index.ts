export {
  byteLength,
  clipAdvice,
  clipOutsideQuotes,
  clipText,
  clipTokens,
  estimateTokens,
  hasInvisible,
  oneLine,
  quoteForeign,
  stripInvisible,
} from './text.js';
export { fitData } from './fit-data.js';
