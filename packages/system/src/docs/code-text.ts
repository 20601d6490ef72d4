/** A word of a page that is typed or sent as it stands. */
export const codeText = (text: string): string => `\`${text}\``;

/** Several of them, in a cell of a table. */
export const codeTexts = (texts: readonly string[]): string => texts.map(codeText).join(' ');
