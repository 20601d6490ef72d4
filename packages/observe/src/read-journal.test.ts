import { appendFileSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal } from './journal.js';
import { rotatedPath } from './journal-file.js';
import { findInJournal, readJournal } from './read-journal.js';
import { observed, shop } from './testing/shop.js';
import { useTempFolders } from './testing/temp-folder.js';

const tempFolder = useTempFolders();

function writeJournal(count: number, { files = 10, maxBytes = 3_000 } = {}) {
  const path = join(tempFolder(), 'journal.jsonl');
  const journal = createJournal({ path, files, maxBytes });
  const records = Array.from({ length: count }, (_, n) => {
    const { record, fault } = observed(shop.WRONG_SIZE({ size: String(n) }));
    journal.onFault(record, fault);
    return record;
  });
  return { path, records };
}

describe('readJournal', () => {
  it('gives the newest first, through all files', () => {
    const { path, records } = writeJournal(30);
    expect(readdirSync(join(path, '..')).length).toBeGreaterThan(2);
    const read = [...readJournal(path)].map(({ context }) => context['size']);
    expect(read).toEqual(records.map(({ context }) => context['size']).reverse());
  });

  it('ignores incomplete and foreign lines', () => {
    const { path, records } = writeJournal(1);
    appendFileSync(path, 'not json\n\0\0\0\n{"level":30}\n');
    appendFileSync(path, `${JSON.stringify({ time: 'x', ...records[0] })}\n{"time":"torn`);
    expect([...readJournal(path)].map(({ ref }) => ref)).toEqual([
      records[0]!.ref,
      records[0]!.ref,
    ]);
  });

  it('finds no entries if there is no journal', () => {
    expect([...readJournal(join(tempFolder(), 'none', 'journal.jsonl'))]).toEqual([]);
  });

  it('reads the older file while there is no current one', () => {
    const { path, records } = writeJournal(1);
    const elsewhere = join(tempFolder(), 'journal.jsonl');
    linkSync(path, rotatedPath(elsewhere, 1));
    expect([...readJournal(elsewhere)].map(({ ref }) => ref)).toEqual([records[0]!.ref]);
  });

  it('reads a file once that has two names for a moment', () => {
    const { path } = writeJournal(2);
    linkSync(path, rotatedPath(path, 1));
    expect([...readJournal(path)]).toHaveLength(2);
  });

  it('throws if the journal is not a file', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    mkdirSync(path);
    expect(() => [...readJournal(path)]).toThrow('not a regular file');
  });

  it('closes its files if the caller stops early', () => {
    const { path } = writeJournal(30);
    const before = readdirSync('/dev/fd').length;
    for (let i = 0; i < 20; i++) {
      for (const entry of readJournal(path)) {
        expect(entry.domain).toBe('shop');
        break;
      }
    }
    expect(readdirSync('/dev/fd').length).toBeLessThan(before + 20);
  });
});

describe('findInJournal', () => {
  it('finds a failure in an older file, and counts the searched entries', () => {
    const { path, records } = writeJournal(30);
    const { entries, searched } = findInJournal(path, records[2]!.ref);
    expect({ entries, searched }).toEqual({
      entries: [{ time: expect.any(String), ...records[2] }],
      searched: 30,
    });
  });

  it('gives all that is recorded under a ref, oldest first', () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const { record } = observed(shop.NOT_PAID());
    const times = ['2026-07-28T00:00:00.000Z', '2026-07-28T00:00:01.000Z'];
    const lines = times.map((time) => JSON.stringify({ time, ...record }));
    writeFileSync(path, lines.join('\n'));
    expect(findInJournal(path, record.ref).entries.map(({ time }) => time)).toEqual(times);
  });

  it('finds nothing under an unknown ref', () => {
    const { path } = writeJournal(3);
    const nothing = findInJournal(path, 'corr-0000000000000000');
    expect(nothing).toEqual({ entries: [], searched: 3 });
  });
});
