import { counted } from './numbers.js';

/** The beginning of a text; a pair of surrogates is not torn. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Sentences are longer than this only where a server had its way with them. */
const SENTENCE_CAP = 600;

/** A sentence that may quote the server, or a name that the server gave itself. */
export function brief(text: string): string {
  return text.length <= SENTENCE_CAP
    ? text
    : `${clip(text, SENTENCE_CAP)} … ${counted(text.length, 'character')}`;
}
