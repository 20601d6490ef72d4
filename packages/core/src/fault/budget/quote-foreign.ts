import { clipText } from './clip-text.js';
import { oneLine, stripInvisible } from './strip-invisible.js';

/**
 * Text from outside, made fit to stand inside a sentence of ours: one visible line of at most `maxChars`, in quotes that
 * it cannot close.
 */
export function quoteForeign(text: string, maxChars = 100): string {
  return `"${clipText(oneLine(stripInvisible(text)).replaceAll('"', "'"), maxChars)}"`;
}
