/** What can not be seen, or moves what can: controls, formats, lone surrogates, unassigned and private characters, line separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const PICTURES: Readonly<Record<string, string>> = { '\n': '␊', '\r': '␍', '\t': '␉' };

/**
 * A text of the server's that may stand in a terminal or a document. Other escapes than those of JSON, so that a raw character
 * differs from one that the server escaped.
 */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, nameOf);
}

/** The same in pieces, for those who mark what was unseen. */
export function printableParts(
  text: string,
): readonly { readonly text: string; readonly unseen: boolean }[] {
  const parts: { text: string; unseen: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), unseen: false });
    parts.push({ text: nameOf(match[0]), unseen: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), unseen: false });
  return parts;
}

function nameOf(character: string): string {
  const number = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return PICTURES[character] ?? `<U+${number}>`;
}
