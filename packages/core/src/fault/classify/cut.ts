/**
 * Shorten a text without leaving half a word at its end. Redaction comes later and knows secrets as a whole: a secret
 * cut in two would pass it, so the word that the limit falls into goes too.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !isSpace(text, end)) end--; // by hand: /\S+$/ is quadratic in the length of a word
  while (end > 0 && isSpace(text, end - 1)) end--;
  // The ellipsis comes last: a secret of several words that was cut is recognised at the end of a text.
  return `${text.slice(0, end)}…`;
}

function isSpace(text: string, index: number): boolean {
  return /\s/.test(text.charAt(index));
}
