/** The beginning of a text, as a text of its own: a mere slice would hold all of what it was cut from in memory. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : copyText(text.slice(0, most));
}

/** A text that was cut out of another, as a text of its own. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
