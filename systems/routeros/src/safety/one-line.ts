const LENGTH = 100;

/** A text that somebody else wrote, fit for a sentence of ours: one line, no control or direction characters, 100 characters. */
export function oneLine(text: string, length: number = LENGTH): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}
