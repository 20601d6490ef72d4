import { describe, expect, it } from 'vitest';
import { fromSql } from './from-sql.js';

const reasonOf = (facts: object) => fromSql(facts)?.definition.reason;
const contextOf = (facts: object) => fromSql(facts)?.context;

describe('SQLSTATE', () => {
  it.each([
    ['STORAGE_BUSY', undefined, '40001 40P01 55P03 55006'],
    ['STORAGE_UNAVAILABLE', true, '57P01 57P02 57P03 57P05 40003 08000'],
    ['STORAGE_UNAVAILABLE', false, '57P04 25006 3D000 58030 58P01 XX001 XX002 08P01'],
    ['TIMEOUT', undefined, '57014 25P03'],
  ])('%s, transient %s: %s', (reason, transient, states) => {
    for (const error_type of states.split(' ')) {
      const facts = { sqlState: error_type };
      expect([error_type, reasonOf(facts)]).toEqual([error_type, reason]);
      const expected = { error_type, ...(transient !== undefined && { transient }) };
      expect(contextOf(facts)).toEqual(expected);
    }
  });

  it.each([
    [{ sqlstate: '23505' }],
    [{ code: '23505', severity: 'ERROR' }],
    [{ code: '23505', routine: '_bt_check_unique' }],
  ])('is found in %o', (facts) => {
    expect(contextOf(facts)).toEqual({ error_type: '23505', constraint: 'unique' });
  });

  it.each(['235051', 'x23505', '2350', '23-05'])('is not %s', (sqlState) => {
    expect(fromSql({ sqlState })).toBeUndefined();
  });
});

describe('codes of SQLite', () => {
  it.each([
    [1, 'CHECK', 'check'],
    [3, 'FOREIGNKEY', 'foreign_key'],
    [5, 'NOTNULL', 'not_null'],
    [6, 'PRIMARYKEY', 'primary_key'],
    [8, 'UNIQUE', 'unique'],
  ])('constraint %i and constraint %s are %s', (number, name, constraint) => {
    const expected = { error_type: 'SQLITE_CONSTRAINT', constraint };
    expect(contextOf({ code: 'ERR_SQLITE_ERROR', errcode: number * 256 + 19 })).toEqual(expected);
    expect(contextOf({ code: `SQLITE_CONSTRAINT_${name}` })).toEqual(expected);
  });

  it('name no constraint if SQLite does not say which', () => {
    const expected = { error_type: 'SQLITE_CONSTRAINT' };
    expect(contextOf({ code: 'SQLITE_CONSTRAINT' })).toStrictEqual(expected);
    expect(contextOf({ code: 'ERR_SQLITE_ERROR', errcode: 2 * 256 + 19 })).toStrictEqual(expected);
  });

  it('may end in one letter', () => {
    expect(reasonOf({ code: 'SQLITE_BUSY_X' })).toBe('STORAGE_BUSY');
  });

  it('are not read from a code that only contains one', () => {
    expect(fromSql({ code: 'MY_SQLITE_BUSY' })).toBeUndefined();
    expect(fromSql({ code: 'SQLITE_BUSY ' })).toBeUndefined();
  });
});

it.each(['MongoServerError', 'MongoBulkWriteError', 'MongoError'])(
  'takes the code 11000 of %s for a conflict',
  (name) => {
    expect(contextOf({ name, code: 11000 })).toEqual({ constraint: 'unique' });
    expect(fromSql({ name, code: 11001 })).toBeUndefined();
  },
);
