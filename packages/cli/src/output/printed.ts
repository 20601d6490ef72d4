/** GitHub obeys a line that begins with `::`, whatever spaces or colours are before it. */
const LINE_COMMAND = /^((?:[^\S\n\r\u2028\u2029]|\u001b\[\d+m)*:):/gm;
/** GitHub obeys `##[` anywhere in a line, Azure `##vso[`, TeamCity `##teamcity[`. */
const COMMAND = /##(?=\w{0,32}\[)/g;

/** What a terminal obeys or hides, and the line ends that only some readers know. */
const UNSEEN = /\u001b\[\d+m|(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text as it may be printed, whatever a server wrote into it: a terminal and a CI log show it, and obey nothing in it but our own
 * colours. Escapes are those of JSON, so that JSON keeps its meaning.
 */
export function printed(text: string, colorful: boolean): string {
  return text
    .replaceAll(UNSEEN, (found) => (found.length > 2 && colorful ? found : escaped(found)))
    .replaceAll(LINE_COMMAND, '$1\\u003a')
    .replaceAll(COMMAND, '#\\u0023');
}

const ANNOTATION = /^:\\u003a(?=(?:error|warning|notice) file=)/gm;

/** Lines that annotate a file, as GitHub obeys them. Every other command in them is still only shown. */
export function annotated(text: string): string {
  return printed(text, false).replaceAll(ANNOTATION, '::');
}

/** One character, or the colour that it begins. */
function escaped(found: string): string {
  if (found.length > 2) return `\\u001b${found.slice(1)}`;
  return Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
