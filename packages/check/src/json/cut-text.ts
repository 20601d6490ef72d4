/** The beginning of a text, as a text of its own: a mere slice would hold all of what it was cut from in memory. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : copyText(text.slice(0, most));
}

/** A text that was cut out of another, as a text of its own. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
/** Bytes that an entry of a list or an object takes, more or less. */
const PER_ENTRY = 64;
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** Bytes that a text and its value take in memory, more or less: three characters such as `{},` are an object. */
export function weightOf(text: string): number {
  let entries = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === COMMA || letter === BRACKET || letter === BRACE) entries += 1;
  }
  return text.length + entries * PER_ENTRY;
}
