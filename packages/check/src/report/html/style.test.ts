import { contrastIn } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { STYLE } from './assets.js';

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
    expect(contrastIn(css, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

it('takes nothing from elsewhere', () => expect(STYLE).not.toMatch(/@import|url\(|https?:/));
