import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultJournalPath, rotatedPath } from './journal-file.js';

describe('defaultJournalPath', () => {
  it.each([
    [{ ERRATA_JOURNAL: 'my.jsonl', XDG_STATE_HOME: '/state', HOME: '/home/amy' }, 'my.jsonl'],
    [{ XDG_STATE_HOME: '/state', HOME: '/home/amy' }, '/state/errata/journal.jsonl'],
    [
      { ERRATA_JOURNAL: '', XDG_STATE_HOME: '', HOME: '/home/amy' },
      '/home/amy/.local/state/errata/journal.jsonl',
    ],
    [
      { XDG_STATE_HOME: 'relative', HOME: '/home/amy' },
      '/home/amy/.local/state/errata/journal.jsonl',
    ],
  ])('is, for %j, %s', (env, path) => expect(defaultJournalPath(env)).toBe(path));

  it('asks the system for the home folder if HOME is not set', () => {
    const path = defaultJournalPath({});
    expect(path).toBe(join(homedir(), '.local', 'state', 'errata', 'journal.jsonl'));
  });
});

describe('rotatedPath', () => {
  it.each([
    ['/a/journal.jsonl', 0, '/a/journal.jsonl'],
    ['/a/journal.jsonl', 1, '/a/journal.1.jsonl'],
    ['/a.b/journal', 2, '/a.b/journal.2'],
    ['/a/.journal', 1, '/a/.journal.1'],
  ])('%s, number %d', (path, number, expected) => expect(rotatedPath(path, number)).toBe(expected));
});
