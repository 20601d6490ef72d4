import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal, type JournalOptions } from './journal.js';
import { createJournalFile } from './journal-file.js';
import { readJournal } from './read-journal.js';
import { observed, shop } from './testing/shop.js';
import { useTempFolders } from './testing/temp-folder.js';

const tempFolder = useTempFolders();

const modeOf = (path: string) => statSync(path).mode & 0o777;
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const failure = (size = 'S') => observed(shop.WRONG_SIZE({ size }));

/** A journal whose clock is set by hand, and what it complained about. */
function openJournal(options: Partial<JournalOptions> & { path: string }) {
  const clock = { now: Date.UTC(2026, 6, 28) };
  const errors: string[] = [];
  const journal = createJournal({
    now: () => clock.now,
    onError: ({ message }) => errors.push(message),
    ...options,
  });
  const write = (size?: string) => {
    const { record, fault } = failure(size);
    journal.onFault(record, fault);
    return record;
  };
  return { journal, clock, errors, write };
}

describe('createJournal', () => {
  it('writes each failure as one line with its time, before it returns', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const { write } = openJournal({ path });
    const records = [write('S'), write('two\nlines')];
    expect(linesOf(path).map((line) => JSON.parse(line) as unknown)).toEqual(
      records.map((record) => ({ time: '2026-07-28T00:00:00.000Z', ...record })),
    );
  });

  it('makes the file and its folders for the owner alone', () => {
    const folder = join(tempFolder(), 'state', 'errata');
    openJournal({ path: join(folder, 'journal.jsonl') });
    expect([modeOf(folder), modeOf(join(folder, 'journal.jsonl'))]).toEqual([0o700, 0o600]);
  });

  it('changes the mode of a file that others could read', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    writeFileSync(path, '');
    chmodSync(path, 0o666);
    const { write, errors } = openJournal({ path });
    expect(modeOf(path)).toBe(0o600);
    write();
    expect({ lines: linesOf(path).length, errors }).toEqual({ lines: 1, errors: [] });
  });

  it.each([
    ['a link', (target: string) => writeFileSync(target, 'precious\n')],
    ['a link to nowhere', () => undefined],
  ])('does not follow %s', (_, prepare) => {
    const folder = tempFolder();
    const target = join(folder, 'target');
    prepare(target);
    const before = existsSync(target) && readFileSync(target, 'utf8');
    const path = join(folder, 'journal.jsonl');
    symlinkSync(target, path);
    const { write, errors, journal } = openJournal({ path });
    write();
    expect(errors).toEqual([`cannot write the journal ${path}: it is a symbolic link`]);
    expect(journal.lost).toBe(1);
    expect(existsSync(target) && readFileSync(target, 'utf8')).toBe(before);
  });

  it('notices a link that is put in its place later', () => {
    const folder = tempFolder();
    const path = join(folder, 'journal.jsonl');
    const { write, errors } = openJournal({ path });
    write();
    rmSync(path);
    symlinkSync(join(folder, 'target'), path);
    write();
    expect(errors).toHaveLength(1);
    expect(existsSync(join(folder, 'target'))).toBe(false);
  });

  it('does not wait for the reader of a named pipe', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    execFileSync('mkfifo', [path]);
    const { errors } = openJournal({ path });
    expect(errors).toEqual([`cannot write the journal ${path}: it is not a regular file`]);
  });

  it('refuses a file of another user, who may hold it open', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    writeFileSync(path, '');
    const { uid } = statSync(path);
    const file = createJournalFile({ path, maxBytes: 1_000, files: 2, uid: uid + 1 });
    expect(() => file.open()).toThrow(`it belongs to user ${uid}, not to user ${uid + 1}`);
  });

  it('reports an error once, does not throw, and continues when the cause is gone', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    mkdirSync(path);
    const { write, errors, clock, journal } = openJournal({ path });
    write();
    clock.now += 5_000;
    write();
    expect(errors).toEqual([`cannot write the journal ${path}: EISDIR`]);
    rmSync(path, { recursive: true });
    clock.now += 4_999;
    write('still pausing');
    expect(existsSync(path)).toBe(false);
    clock.now += 1;
    write('written');
    expect(linesOf(path)).toHaveLength(1);
    expect(journal.lost).toBe(3);
    rmSync(path);
    mkdirSync(path);
    write('a second time');
    expect(errors).toHaveLength(2);
  });

  it('survives a clock that is set back and an onError that throws', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    mkdirSync(path);
    const { write, clock } = openJournal({
      path,
      onError: () => {
        throw new Error('no');
      },
    });
    rmSync(path, { recursive: true });
    clock.now -= 3_600_000;
    write();
    expect(linesOf(path)).toHaveLength(1);
  });

  it('makes a new file if the file and its folder were removed', () => {
    const folder = join(tempFolder(), 'state');
    const path = join(folder, 'journal.jsonl');
    const { write, errors } = openJournal({ path });
    write();
    rmSync(folder, { recursive: true });
    write();
    expect({ lines: linesOf(path).length, errors }).toEqual({ lines: 1, errors: [] });
  });

  it.each([1, 2, 4])(
    'keeps %d files at most, none larger than told, and the newest entries',
    (files) => {
      const folder = tempFolder();
      const path = join(folder, 'journal.jsonl');
      const maxBytes = 2_000;
      const { write, errors } = openJournal({ path, maxBytes, files });
      const refs = Array.from({ length: 40 }, () => write().ref);
      const names = ['journal.jsonl', 'journal.1.jsonl', 'journal.2.jsonl', 'journal.3.jsonl'];
      expect(readdirSync(folder).sort()).toEqual(names.slice(0, files).sort());
      for (const name of readdirSync(folder)) {
        expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(maxBytes);
        expect(modeOf(join(folder, name))).toBe(0o600);
      }
      const kept = [...readJournal(path)].map(({ ref }) => ref);
      expect(kept.length).toBeGreaterThanOrEqual(files);
      expect(kept).toEqual(refs.reverse().slice(0, kept.length));
      expect(errors).toEqual([]);
    },
  );

  it.each(['202001010000', '209901010000'])(
    'goes on with a full file while another process rotates, and clears a lock of %s',
    (time) => {
      const folder = tempFolder();
      const path = join(folder, 'journal.jsonl');
      const { write } = openJournal({ path, maxBytes: 1 });
      writeFileSync(`${path}.lock`, '');
      write();
      write();
      expect([linesOf(path).length, readdirSync(folder).length]).toEqual([2, 2]);
      execFileSync('touch', ['-t', time, `${path}.lock`]);
      write();
      expect(readdirSync(folder).sort()).toEqual(['journal.1.jsonl', 'journal.jsonl']);
    },
  );

  it('starts a new line after an incomplete one, also while it is open', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    writeFileSync(path, '{"time":"2026-07-28T0');
    const { write } = openJournal({ path });
    const first = write();
    appendFileSync(path, '{"torn');
    const second = write();
    expect([...readJournal(path)].map(({ ref }) => ref)).toEqual([second.ref, first.ref]);
  });

  it('writes nothing after it was closed, and may be closed twice', async () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const { write, journal, errors } = openJournal({ path });
    write();
    await journal.close();
    write();
    await journal.close();
    expect(linesOf(path)).toHaveLength(1);
    expect({ lost: journal.lost, errors }).toEqual({ lost: 1, errors: [] });
  });

  it.each([
    [{ maxBytes: 0 }, 'maxBytes'],
    [{ files: 1.5 }, 'files'],
    [{ path: '' }, 'path'],
  ])('refuses %j where it is written', (wrong, name) => {
    const path = join(tempFolder(), 'journal.jsonl');
    expect(() => createJournal({ path, ...wrong })).toThrow(name);
  });
});
