import { isFault, type Fault } from '@errata/core/fault';
import { describe, expect, it } from 'vitest';
import { checkParams } from './params.js';

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
