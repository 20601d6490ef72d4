/** A text for the record; bytes that are no UTF-8 are shown as what a reader would make of them. */
export function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}
