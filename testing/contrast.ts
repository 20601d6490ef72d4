/** How well a colour of a style sheet can be read on another, both by the names of their variables: WCAG 2.2, 4.5 is enough. */
export function contrastIn(css: string, text: string, ground: string): number {
  const [high, low] = [luminance(colour(css, text)), luminance(colour(css, ground))].sort(
    (x, y) => y - x,
  );
  return (high! + 0.05) / (low! + 0.05);
}

function colour(css: string, name: string): number[] {
  const [, hex] = new RegExp(`${name}: #([0-9a-f]+);`).exec(css)!;
  const full = hex!.length === 3 ? [...hex!].map((digit) => digit + digit).join('') : hex!;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255);
}

function luminance(rgb: number[]): number {
  const [red, green, blue] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
