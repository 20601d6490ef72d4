import { describe, expect, it } from 'vitest';
import { createTerminal, printed, type TerminalProcess } from './terminal.js';

const processLike = (
  stdout: Partial<TerminalProcess['stdout']> = {},
  env: TerminalProcess['env'] = {},
): TerminalProcess => ({
  stdout: { write: () => true, ...stdout },
  stderr: { write: () => true },
  env,
});

describe('createTerminal', () => {
  it.each([
    ['a terminal', { isTTY: true }, {}, true],
    ['a pipe', {}, {}, false],
    ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('decides about colours for %s', (_, stdout, env, colorful) => {
    expect(createTerminal(processLike(stdout, env)).colors.isColorSupported).toBe(colorful);
  });

  it.each([
    [undefined, 80],
    [0, 80],
    [20, 40],
    [100, 100],
    [400, 120],
  ])('makes of %s columns %d', (columns, expected) => {
    const stdout = columns === undefined ? {} : { columns };
    expect(createTerminal(processLike(stdout)).columns).toBe(expected);
  });

  it('keeps the two streams apart', () => {
    const written: string[] = [];
    const terminal = createTerminal({
      stdout: { write: (text) => written.push(`out ${text}`) },
      stderr: { write: (text) => written.push(`err ${text}`) },
      env: {},
    });
    terminal.out('a');
    terminal.err('b');
    expect(written).toEqual(['out a', 'err b']);
  });

  it.each([true, false])('breaks errors between words on a terminal: %j', (isTTY) => {
    let written = '';
    const path = `/${'folder/'.repeat(12)}file.db`;
    const stderr = { isTTY, write: (text: string) => (written += text) };
    createTerminal({ ...processLike(), stderr }).fail(
      `cannot open ${path}: no space left on device`,
    );
    const parts = ['errata: cannot open', path, ': no space left on device\n'];
    expect(written).toBe(
      isTTY
        ? `${parts[0]}\n  ${path}:\n  no space left on device\n`
        : `${parts[0]} ${path}${parts[2]}`,
    );
  });
});

it.each([
  ['::error::x', ':\\u003aerror::x'],
  ['a\n \t::error::x', 'a\n \t:\\u003aerror::x'],
  ['a\n\u00a0::error::x', 'a\n\u00a0:\\u003aerror::x'],
  ['see a::b', 'see a::b'],
  ['a ##[error]x ###[group]', 'a #\\u0023[error]x ##\\u0023[group]'],
  ['##vso[task.complete] ##teamcity[x]', '#\\u0023vso[task.complete] #\\u0023teamcity[x]'],
  ['## a heading', '## a heading'],
  ['a\rb\u2028c\u0085d', 'a\\u000db\\u2028c\\u0085d'],
  ['\u001b[2Jgone \u001b[31mred', '\\u001b[2Jgone \\u001b[31mred'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('prints %j as %j', (text, shown) => expect(printed(text, false)).toBe(shown));

it('leaves our colours alone on a terminal that shows them, but no command behind one', () => {
  expect(printed('\u001b[31m::error::x\u001b[39m\u001b[2K', true)).toBe(
    '\u001b[31m:\\u003aerror::x\u001b[39m\\u001b[2K',
  );
});

it('keeps the meaning of JSON', () => {
  const value = { '\u2028::': '##[error]\\##[x] \u001b\u009b\u202e\ud800' };
  expect(JSON.parse(printed(JSON.stringify(value), false))).toEqual(value);
});
