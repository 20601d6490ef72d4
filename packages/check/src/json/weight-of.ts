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
