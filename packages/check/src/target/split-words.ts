import { TargetError } from './target.js';

/** The words of a command line: white space parts them, quotes and backslashes hold them together. No shell is involved. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    if (quote === "'" && letter !== "'") word = (word ?? '') + letter;
    else if (letter === '\\' && at + 1 < line.length) word = (word ?? '') + line[++at]!;
    else if (quote !== '' && letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === '' && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') throw new TargetError(`a quote ${quote} is not closed in: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}
