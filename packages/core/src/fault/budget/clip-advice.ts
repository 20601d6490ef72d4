import { clipTokens } from './estimate-tokens.js';

/** `command` or "command"; a quote without its other half is an ordinary character. */
const QUOTED = /`[^`]*`|"[^"]*"/g;

/** The end of a sentence that another one follows. */
const SENTENCE_END = /[.!?](?=\s+[\p{Lu}`"])|[。！？]/gu;

/** At most `maxTokens` by estimate, as `clipTokens` does it, but never cut inside a quoted command. */
export function clipOutsideQuotes(text: string, maxTokens: number): string {
  const clipped = clipTokens(text, maxTokens);
  if (clipped === text || clipped === '') return clipped;
  const end = clipped.length - 1;
  const start = quoteAround(text, end);
  return start === undefined ? clipped : `${text.slice(0, start).trimEnd()}…`;
}

/** The same for advice: the sentences that fit whole, where there are any. */
export function clipAdvice(text: string, maxTokens: number): string {
  const clipped = clipOutsideQuotes(text, maxTokens);
  if (clipped === text) return text;
  const ends = [...text.matchAll(SENTENCE_END)]
    .map(({ index }) => index + 1)
    .filter((end) => end < clipped.length && quoteAround(text, end) === undefined);
  return ends.length === 0 ? clipped : text.slice(0, ends.at(-1));
}

/** Where the quoted command begins that `at` is in. */
function quoteAround(text: string, at: number): number | undefined {
  for (const { index, 0: quoted } of text.matchAll(QUOTED)) {
    if (index >= at) return undefined;
    if (index + quoted.length > at) return index;
  }
  return undefined;
}
