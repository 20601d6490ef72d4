import { collisionMap, type NumberReport } from '@errata/catalogs';
import { contrastIn } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { renderCollisionPage, STYLE } from './collision-page.js';

const map = collisionMap();
const page = renderCollisionPage(map);

describe('renderCollisionPage', () => {
  it('needs nothing from elsewhere and no script', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:/i);
  });

  it('has a row and a link for every number', () => {
    for (const { code } of map) {
      expect(page.match(new RegExp(`<tr role="row" id="c${code}">`, 'g'))).toHaveLength(1);
      expect(page.match(new RegExp(`href="#c${code}"`, 'g'))).toHaveLength(1);
    }
  });

  it('names every party of every number', () => {
    for (const { code, meanings } of map) {
      const start = page.indexOf(`id="c${code}"`);
      const row = page.slice(start, page.indexOf('</tr>', start));
      for (const { who } of meanings) expect(row).toContain(who);
    }
  });

  it('leads only to places that exist, each of them once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('keeps the table a table for those who cannot see it', () => {
    const count = (pattern: RegExp) => [...page.matchAll(pattern)].length;
    expect(count(/<h1>/g)).toBe(1);
    expect(count(/<caption>/g)).toBe(count(/<table /g));
    expect(count(/<th [^>]*scope="row"/g)).toBe(map.length);
    expect(count(/<th(?=[ >])(?![^>]*scope=)/g)).toBe(0);
    expect(count(/<td(?=[ >])(?![^>]*role="cell")/g)).toBe(0);
  });

  it('says whose doing the collisions of the moved numbers are', () => {
    expect(page).toContain('The collisions from −31099 to −31000 are made by Errata itself');
  });

  it('escapes what the tables say', () => {
    const nasty: NumberReport = {
      ...map[0]!,
      meanings: [{ ...map[0]!.meanings[0]!, who: '<b>"&', name: '<i>', meaning: '<script>' }],
    };
    const html = renderCollisionPage([nasty]);
    expect(html).toContain('&lt;b&gt;&quot;&amp;');
    expect(html).not.toContain('<script>');
  });

  it('is a page also where nothing collides', () => {
    expect(renderCollisionPage([])).toContain('</html>');
  });
});

describe('the colours', () => {
  const [light, dark] = STYLE.split('@media (prefers-color-scheme: dark)') as [string, string];
  const pairs: [string, string][] = [
    ['--text', '--page'],
    ['--text', '--card'],
    ['--soft', '--card'],
    ['--soft', '--head'],
    ['--soft', '--page'],
    ['--link', '--card'],
    ...['conflict', 'reserved', 'legacy', 'standard', 'ambiguous'].map((name): [string, string] => [
      `--${name}-text`,
      `--${name}`,
    ]),
  ];

  describe.each([
    ['light', light],
    ['dark', dark],
  ])('in %s', (_, css) => {
    it.each(pairs)('let %s be read on %s', (text, ground) => {
      expect(contrastIn(css, text, ground)).toBeGreaterThanOrEqual(4.5);
    });
  });
});
