import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import { describe, expect, it } from 'vitest';
import { beyondParser } from './beyond-parser.js';

const trap = Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' });

/** What comes out where the parser throws this. */
function after(thrown: unknown): unknown {
  try {
    beyondParser('params.sql', () => {
      throw thrown;
    });
  } catch (caught) {
    return caught;
  }
  throw new Error('Expected something to be thrown');
}

describe('beyondParser', () => {
  it('gives what the parser gives', () => {
    expect(beyondParser('params.sql', () => 'parsed')).toBe('parsed');
  });

  it.each([
    ['the stack of JavaScript', new RangeError('Maximum call stack size exceeded')],
    ['that of the parser', trap],
  ])('blames a text that is too much for %s, and keeps the cause', (_what, thrown) => {
    const fault = after(thrown) as Fault;
    expect(fault).toMatchObject({
      code: -32030,
      title: 'Invalid parameter',
      details: 'params.sql is nested too deeply for the parser',
    });
    expect(fault.context).toEqual({ target: 'parameter', name: 'params.sql' });
    expect(fault.cause).toBe(thrown);
  });

  it.each([
    ['a range of another kind', new RangeError('Invalid array length')],
    ['a mistake', new TypeError('x is not a function')],
    ['a declared failure', sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'users' })],
    ['what is no error', 'Maximum call stack size exceeded'],
  ])('leaves as it is: %s', (_what, thrown) => {
    expect(after(thrown)).toBe(thrown);
  });
});
