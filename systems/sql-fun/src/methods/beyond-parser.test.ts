import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import { describe, expect, it } from 'vitest';
import { beyondParser } from './beyond-parser.js';

const trap = Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' });

/** What comes out where the parser throws this. */
function after(thrown: unknown): Promise<unknown> {
  return beyondParser('params.sql', () => {
    throw thrown;
  }).then(
    () => expect.unreachable('Expected something to be thrown'),
    (caught: unknown) => caught,
  );
}

describe('beyondParser', () => {
  it('gives what the parser gives', async () => {
    expect(await beyondParser('params.sql', () => 'parsed')).toBe('parsed');
  });

  it.each([
    ['the stack of JavaScript', new RangeError('Maximum call stack size exceeded')],
    ['that of the parser', trap],
  ])('blames a text that is too much for %s, and keeps the cause', async (_what, thrown) => {
    const fault = (await after(thrown)) as Fault;
    expect(fault).toMatchObject({
      code: -32031,
      title: 'Invalid SQL',
      details: 'params.sql is nested too deeply for the parser',
    });
    expect(fault.context).toEqual({ target: 'statement', name: '', sqlstate: '54001' });
    expect(fault.cause).toBe(thrown);
  });

  it.each([
    ['a range of another kind', new RangeError('Invalid array length')],
    ['a mistake', new TypeError('x is not a function')],
    ['a declared failure', sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'users' })],
    ['what is no error', 'Maximum call stack size exceeded'],
  ])('leaves as it is: %s', async (_what, thrown) => {
    expect(await after(thrown)).toBe(thrown);
  });
});
