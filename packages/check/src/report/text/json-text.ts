/** JSON without a raw character that a terminal might obey or an editor might hide: they can only stand in strings, where they may be escaped. */
export function jsonText(value: unknown, spaces?: number): string {
  return JSON.stringify(value, undefined, spaces).replaceAll(
    /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}
