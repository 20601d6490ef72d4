import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateFolder } from './state-folder.js';

describe('the folder of a system', () => {
  it.each([
    [{ XDG_STATE_HOME: '/state', HOME: '/home/ann' }, '/state/errata/demo'],
    [{ HOME: '/home/ann' }, '/home/ann/.local/state/errata/demo'],
    [{ XDG_STATE_HOME: 'not/absolute', HOME: '/home/ann' }, '/home/ann/.local/state/errata/demo'],
    [{ XDG_STATE_HOME: '', HOME: '' }, join(homedir(), '.local/state/errata/demo')],
    [{}, join(homedir(), '.local/state/errata/demo')],
  ])('with %o is %s', (env, expected) => {
    expect(stateFolder('demo', env)).toBe(expected);
  });
});
