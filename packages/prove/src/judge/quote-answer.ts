import { clipText, oneLine } from '@errata/core/internal';
import type { Answer } from '../wire/wire.js';

/** Enough of a reply to see what it is. */
export function quoteAnswer({ text, status }: Answer): string {
  const shown = text === '' ? 'an empty answer' : clipText(oneLine(text), 240);
  return status === undefined ? shown : `HTTP ${status}, ${shown}`;
}
