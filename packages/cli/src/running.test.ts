import { engram } from '@errata/catalogs/engram';
import { describe, expect, it } from 'vitest';
import { UsageError } from './command.js';
import { running, untilInterrupted, type Started } from './running.js';
import { createTerminal } from './terminal.js';

async function starting(start: () => Promise<Started>) {
  let err = '';
  const terminal = createTerminal({
    stdout: { write: () => undefined },
    stderr: { write: (text) => void (err += text) },
    env: {},
  });
  const code = await running(terminal, start);
  return { code, err };
}

describe('running', () => {
  it('waits for the end of what has started', async () => {
    expect(await starting(async () => ({ ended: Promise.resolve() }))).toEqual({
      code: 0,
      err: '',
    });
  });

  it('reports the cause of a fault beside what the fault says', async () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
    const fault = engram.LOGBOOK_DB_UNAVAILABLE({ error_type: 'ECONNREFUSED' }, { cause });
    expect(await starting(() => Promise.reject(fault))).toEqual({
      code: 1,
      err: `errata: ${fault.message}: connect ECONNREFUSED 127.0.0.1:1\n`,
    });
  });

  it('takes settings that make no sense for a mistake of the caller', async () => {
    const wrong = starting(() => Promise.reject(new TypeError('unknown user')));
    await expect(wrong).rejects.toEqual(new UsageError('unknown user'));
  });
});

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'));
  });

describe('untilInterrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'aborts at %s with the exit code %i, takes one press for one, and leaves no listener',
    async (name, code) => {
      const before = process.listenerCount(name);
      const work = untilInterrupted(aborted);
      expect(process.listenerCount(name)).toBe(before + 1);
      // npx passes on what the terminal has said already.
      process.emit(name, name);
      process.emit(name, name);
      expect(await work).toEqual({ value: 'stopped', interrupted: code });
      expect(process.listenerCount(name)).toBe(before);
    },
  );
});
