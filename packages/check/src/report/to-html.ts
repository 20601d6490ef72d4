export function toHtml(): string {
  return '';
}
