import { engram } from '@errata/catalogs/engram';
import { isFault, type Fault } from '@errata/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLogbookFault } from './guard.js';

const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });
const sqlite = (errcode: number) =>
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const system = (code: string) => Object.assign(new Error('x'), { code, syscall: 'connect' });

const faultFor = (error: unknown): Fault => {
  const fault = toLogbookFault(error);
  if (!isFault(fault)) throw new Error('it is no fault');
  expect(fault.cause).toBe(error);
  return fault;
};

// What the other tests cannot cause is written down here with what it is to be.
describe('a failure of the database', () => {
  it.each([
    ...(['57P01', '57P02', '57P05', '40003', '08000', '08003', '08006', '08P01'] as const).map(
      (code) => [postgres(code), code, 'unknown'] as const,
    ),
    ...(['57P03', '57014', '25P03', '25P04', '08001', '08004'] as const).map(
      (code) => [postgres(code), code, 'none'] as const,
    ),
    ...(['40001', '40P01', '55P03', '55006', '53100', '53200', '53300', '53400'] as const).map(
      (code) => [postgres(code), code, 'none'] as const,
    ),
    [sqlite(5), 'SQLITE_BUSY', 'none'],
    [sqlite(261), 'SQLITE_BUSY', 'none'],
    [sqlite(517), 'SQLITE_BUSY', 'none'],
    [sqlite(6), 'SQLITE_LOCKED', 'none'],
    [sqlite(262), 'SQLITE_LOCKED', 'none'],
    [sqlite(7), 'SQLITE_NOMEM', 'none'],
    [sqlite(9), 'SQLITE_INTERRUPT', 'none'],
    [sqlite(13), 'SQLITE_FULL', 'none'],
    [sqlite(15), 'SQLITE_PROTOCOL', 'none'],
    [sqlite(4874), 'SQLITE_IOERR_SHMSIZE', 'none'],
    [system('ECONNREFUSED'), 'ECONNREFUSED', 'none'],
    [system('ENOSPC'), 'ENOSPC', 'none'],
    [system('ECONNRESET'), 'ECONNRESET', 'unknown'],
    [system('ETIMEDOUT'), 'ETIMEDOUT', 'unknown'],
    [system('EPIPE'), 'EPIPE', 'unknown'],
  ] as const)('that passes is unavailable: %o as %s, effect %s', (error, error_type, effect) => {
    expect(faultFor(error)).toMatchObject({
      reason: 'LOGBOOK_DB_UNAVAILABLE',
      retryable: true,
      effect,
      context: { service: 'logbook', error_type },
    });
  });

  it.each([
    [postgres('25006'), 'database writable'],
    [postgres('28000'), 'credentials'],
    [postgres('28P01'), 'credentials'],
    [postgres('3D000'), 'database exists'],
    [postgres('57P04'), 'database exists'],
    [postgres('42501'), 'permissions'],
    [postgres('42P01'), 'schema'],
    [postgres('42703'), 'schema'],
    [postgres('3F000'), 'schema'],
    [postgres('58030'), 'disk'],
    [postgres('XX001'), 'database intact'],
    [sqlite(3), 'database writable'],
    [sqlite(8), 'database writable'],
    [sqlite(1032), 'database writable'],
    [sqlite(10), 'disk'],
    [sqlite(266), 'disk'],
    [sqlite(11), 'database intact'],
    [sqlite(14), 'database file'],
    [sqlite(23), 'permissions'],
    [sqlite(26), 'database format'],
    [system('EACCES'), 'database writable'],
    [system('EROFS'), 'database writable'],
    [system('EISDIR'), 'database file'],
    [system('EIO'), 'disk'],
  ] as const)('that stays fails a check: %o the check of %s', (error, check) => {
    const fault = faultFor(error);
    expect(fault).toMatchObject({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
      retryable: false,
      effect: check === 'disk' ? 'unknown' : 'none',
      context: { service: 'logbook', check },
    });
    expect(fault.suggestion).toMatch(/^[A-Z]/);
  });

  it('is found under the error that it caused', () => {
    const error = new Error('timeout', { cause: system('ECONNREFUSED') });
    expect(faultFor(error)).toMatchObject({ context: { error_type: 'ECONNREFUSED' } });
  });

  it('has no effect if it only read', () => {
    const fault = toLogbookFault(postgres('08006'), { effect: 'none' });
    expect(fault).toMatchObject({ effect: 'none', retryable: true });
  });

  it('of SQLite that may be one of the schema is one if something is missing', () => {
    expect(toLogbookFault(sqlite(1), { missing: 'table users' })).toMatchObject({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
      context: { check: 'table users' },
    });
    const error = sqlite(1);
    expect(toLogbookFault(error)).toBe(error);
  });

  it('is not seen in what is none, whatever its text says', () => {
    const fault = engram.POLICY_REJECT({ rule: 'x' });
    const others: readonly unknown[] = [
      fault,
      new Error('database is locked'),
      new Error('connection terminated unexpectedly'),
      postgres('23505'),
      postgres('42601'),
      sqlite(19),
      sqlite(2067),
      system('toString'),
      postgres('constructor'),
      Object.assign(new Error('x'), { code: '57P01' }),
      Object.assign(new Error('x'), { code: 57 }),
    ];
    for (const error of others) expect(toLogbookFault(error)).toBe(error);
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(toLogbookFault(thrown)).toBe(thrown);
      }),
    );
  });

  it('says when to come back where a moment is not enough', () => {
    for (const error of [postgres('53100'), sqlite(13), system('ENOSPC')]) {
      expect(faultFor(error).retryAfter).toBe(60);
    }
  });
});
