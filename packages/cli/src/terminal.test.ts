import { describe, expect, it } from 'vitest';
import { createTerminal, type ProcessLike } from './terminal.js';

const processLike = (
  stdout: Partial<ProcessLike['stdout']> = {},
  env: ProcessLike['env'] = {},
): ProcessLike => ({
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
});
