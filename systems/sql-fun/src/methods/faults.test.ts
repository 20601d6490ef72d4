import { sqlFun } from '@errata/catalogs/sql-fun';
import { isFault, type Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { beyondParser, checkParams } from './faults.js';

const anything = () => [];

function refusalOf(params: object): Fault {
  try {
    checkParams(params, anything);
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('Expected a fault');
}

describe('checkParams', () => {
  it.each([
    ['the first half of a pair', "select '\ud83d'"],
    ['the second half', "select '\ude00'"],
    ['both in the wrong order', "select '\ude00\ud83d'"],
    ['a half at the end', 'select 1 \ud83d'],
    ['a half behind a whole one', "select '\ud83d\ude00\ud83d'"],
  ])('refuses a text with half of a character in it: %s', (_what, sql) => {
    const fault = refusalOf({ schema: 'develop', sql });
    expect(fault).toMatchObject({
      code: -32030,
      title: 'Invalid parameter',
      details: 'params.sql has half of a character in it',
      suggestion: 'Correct params.sql and call again',
    });
    expect(fault.context).toEqual({ target: 'parameter', name: 'params.sql' });
  });

  it('leaves whole characters, whatever they are', () => {
    const params = { sql: "select '\ud83d\ude00', 'ä', '\ufffd', '\u{10ffff}'", limit: 1 };
    expect(checkParams(params, anything)).toEqual(params);
  });

  it('does not look into what is the protocol’s', () => {
    const params = { sql: 'select 1', _meta: { text: '\ud83d' } };
    expect(checkParams(params, anything)).toEqual({ sql: 'select 1' });
  });
});

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
  ])('blames a text that is too complex for %s, and keeps the cause', async (_what, thrown) => {
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
