import { describe, expect, it } from 'vitest';
import { STYLE } from './style.js';

const [light, dark] = STYLE.split('(prefers-color-scheme: dark)') as [string, string];
const VERDICTS = ['fail', 'warn', 'known', 'declared', 'not-observed', 'pass', 'not-applicable'];
const PAIRS: [string, string][] = [
  ...['--page', '--card', '--head'].flatMap((ground): [string, string][] => [
    ['--text', ground],
    ['--soft', ground],
  ]),
  ['--link', '--page'],
  ['--link', '--card'],
  ['--out', '--page'],
  ['--in', '--page'],
  ...VERDICTS.map((name): [string, string] => [`--${name}-text`, `--${name}`]),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s', (_, css) => {
  it.each(PAIRS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(css, text), colour(css, ground))).toBeGreaterThanOrEqual(4.5);
  });
});

it('takes nothing from elsewhere', () => expect(STYLE).not.toMatch(/@import|url\(|https?:/));

function colour(css: string, name: string): number[] {
  const [, hex] = new RegExp(`${name}: #([0-9a-f]+);`).exec(css)!;
  const full = hex!.length === 3 ? [...hex!].map((digit) => digit + digit).join('') : hex!;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255);
}

/** WCAG 2.2: the ratio of the relative luminances. */
function contrast(a: number[], b: number[]): number {
  const luminance = (rgb: number[]) => {
    const [red, green, blue] = rgb.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}
