const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes: wide East Asian characters take two. */
export function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}

/** A text in at most so many columns, ended with `…` where it was cut. */
export function clipCells(text: string, width: number): string {
  if (cells(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (cells(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
