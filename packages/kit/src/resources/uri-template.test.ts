import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTemplate } from './uri-template.js';

describe('matchTemplate', () => {
  it.each([
    ['weather://{city}/now', 'weather://oslo/now', { city: 'oslo' }],
    ['weather://{city}/now', 'weather://new%20york/now', { city: 'new york' }],
    ['a:/{x}', 'a:/b%2Fc', { x: 'b/c' }],
    ['a:/{x}', 'a:/b/c', undefined],
    ['a:/{x}', 'a:/b?c', undefined],
    ['a:/{x}', 'a:/', undefined],
    ['a:/{x}', 'ab:/1', undefined],
    ['a:/{x}', 'a:/%ff', undefined],
    ['a:/{x}', 'a:/b\n', { x: 'b\n' }],
    [
      'repo://{owner}/{repo}/{+path}',
      'repo://o/r/src/a%23.ts',
      { owner: 'o', repo: 'r', path: 'src/a#.ts' },
    ],
    ['file:///{+path}', 'file:///a/b.txt', { path: 'a/b.txt' }],
    ['file:///{+path}', 'file:///', undefined],
    ['file:///{+path}', 'file:///a#b', undefined],
    ['x:{+path}/history', 'x:a/history/history', { path: 'a/history' }],
    ['x:{name}.{kind}', 'x:a.tar.gz', { name: 'a', kind: 'tar.gz' }],
    ['x:{name}.txt', 'x:a.txt.txt', { name: 'a.txt' }],
    ['x:{name}.{kind}', 'x:.env.local', { name: '.env', kind: 'local' }],
    ['x:{z}/{x}-{y}.png', 'x:1/2-3.png', { z: '1', x: '2', y: '3' }],
    ['x:a.b', 'x:a.b', {}],
    ['x:a.b', 'x:axb', undefined],
    ['x:{__proto__}', 'x:1', JSON.parse('{"__proto__":"1"}')],
  ])('%s of %s', (template, uri, expected) => {
    const variables = matchTemplate(template)(uri);
    expect(variables && Object.entries(variables)).toEqual(
      expected && Object.entries(expected as object),
    );
  });

  it.each([
    'a:{',
    'a:}',
    'a:{}',
    'a:{{x}}',
    'a:{x',
    'a:{x}}',
    'a:{x,y}',
    'a:{x*}',
    'a:{x:3}',
    'a:{?x}',
    'a:{/x}',
    'a:{ x }',
    'a: {x}',
    'a:{x}{y}',
    'a:{x}/{x}',
    'a:{+x}/{y}',
    'a:{+x}/{+y}',
  ])('refuses the template %s', (template) => {
    expect(() => matchTemplate(template)).toThrow(TypeError);
  });

  it('gives back every value that was put in', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(value, value, (owner, path) => {
        const uri = `r://${encodeURIComponent(owner)}/x/${encodeURIComponent(path)}`;
        expect({ ...matchTemplate('r://{owner}/x/{+path}')(uri) }).toEqual({ owner, path });
      }),
    );
  });

  it('does not try every way to cut a hostile URI', () => {
    // Were it tried, this would take days.
    const uri = `x:${'-'.repeat(1_000_000)}/`;
    expect(matchTemplate('x:{a}-{b}-{c}-{d}')(uri)).toBeUndefined();
    expect(matchTemplate('x:{a}-{+rest}-end')(uri)).toBeUndefined();
  });
});
