import { closeSync } from 'node:fs';
import { temporaryFolder } from '@errata/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataFiles } from './data-files.js';
import { openSnapshot, writeSnapshot } from './snapshot.js';

const path = temporaryFolder();
let snapshots = 0;

/** The same files, after they were written to a snapshot and opened again. */
function reopened(files: DataFiles): DataFiles {
  const file = path(`snapshot-${++snapshots}`);
  writeSnapshot(file, files.entries(), {});
  const { descriptor, files: stored } = openSnapshot(file)!;
  return new DataFiles(descriptor, stored);
}

function write(files: DataFiles, name: string, bytes: Uint8Array, position: number): void {
  const number = files.open(name);
  // PGlite gives the whole memory, and where the bytes are in it.
  const memory = Buffer.concat([Buffer.from('before'), bytes]);
  const whole = memory.buffer as unknown as Uint8Array;
  expect(files.write(number, whole, memory.byteOffset + 6, bytes.length, position)).toBe(
    bytes.length,
  );
  files.close(number);
}

function read(files: DataFiles, name: string): Buffer {
  const { size } = files.lstat(name);
  const number = files.open(name);
  const bytes = Buffer.alloc(size + 10, 1);
  expect(files.read(number, bytes, 5, size + 5, 0)).toBe(size);
  files.close(number);
  return bytes.subarray(5, 5 + size);
}

const withFile = (content = 'content') => {
  const files = new DataFiles();
  files.mkdir('/base');
  files.writeFile('/base/1', content, { mode: 0o640 });
  return files;
};

it('keeps files, directories and their modes in a snapshot', () => {
  const files = withFile();
  files.chmod('/base', 0o750);
  const again = reopened(files);
  expect(again.readdir('/')).toEqual(['.', '..', 'base']);
  expect(again.readdir('/base')).toEqual(['.', '..', '1']);
  expect(again.lstat('/base').mode).toBe(0o040750);
  expect(again.lstat('/base/1')).toMatchObject({ mode: 0o100640, size: 7 });
  expect(read(again, '/base/1').toString()).toBe('content');
});

it('writes to memory: the snapshot stays as it is', () => {
  const file = path('shared');
  writeSnapshot(file, withFile().entries(), {});
  const [one, two] = [openSnapshot(file)!, openSnapshot(file)!].map(
    ({ descriptor, files }) => new DataFiles(descriptor, files),
  );
  write(one!, '/base/1', Buffer.from('C'), 0);
  expect(read(one!, '/base/1').toString()).toBe('Content');
  expect(read(two!, '/base/1').toString()).toBe('content');
});

it('goes on reading a file that was removed while it was open', () => {
  const files = withFile();
  const number = files.open('/base/1');
  files.unlink('/base/1');
  expect(files.readdir('/base')).toEqual(['.', '..']);
  const bytes = Buffer.alloc(7);
  files.read(number, bytes, 0, 7, 0);
  expect([bytes.toString(), files.fstat(number).size]).toEqual(['content', 7]);
});

it('renames a file over another one', () => {
  const files = withFile();
  files.writeFile('/base/2', 'other');
  files.rename('/base/2', '/base/1');
  expect(files.readdir('/base')).toEqual(['.', '..', '1']);
  expect(read(files, '/base/1').toString()).toBe('other');
});

describe('a file', () => {
  const size = fc.integer({ min: 0, max: 30_000 });
  const step = fc.oneof(
    fc.record({ position: size, length: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ size }),
    fc.constant('snapshot' as const),
  );

  it('has the bytes that were written last, and zeros where nothing was written', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let files = withFile('');
        let model = Buffer.alloc(0);
        for (const [n, next] of steps.entries()) {
          if (next === 'snapshot') files = reopened(files);
          else if ('size' in next) {
            files.truncate('/base/1', next.size);
            model = Buffer.concat([model, Buffer.alloc(next.size)]).subarray(0, next.size);
          } else {
            const bytes = Buffer.alloc(next.length, n + 1);
            write(files, '/base/1', bytes, next.position);
            if (next.length === 0) continue;
            const end = Math.max(model.length, next.position + next.length);
            model = Buffer.concat([model, Buffer.alloc(end)]).subarray(0, end);
            bytes.copy(model, next.position);
          }
          expect(read(files, '/base/1').equals(model)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

it.each([
  ['lstat of nothing', (files: DataFiles) => files.lstat('/nope'), 44],
  ['open of nothing', (files: DataFiles) => files.open('/nope'), 44],
  ['a file in no directory', (files: DataFiles) => files.writeFile('/nope/1', ''), 44],
  ['a directory that is there', (files: DataFiles) => files.mkdir('/base'), 20],
  ['a directory that has files', (files: DataFiles) => files.rmdir('/base'), 55],
  ['a file as a directory', (files: DataFiles) => files.readdir('/base/1'), 54],
  ['a directory as a file', (files: DataFiles) => files.unlink('/base'), 31],
  ['a number of no open file', (files: DataFiles) => files.fstat(99), 8],
])('refuses as POSIX does: %s', (_what, ask, code) => {
  expect(() => ask(withFile())).toThrow(expect.objectContaining({ code }) as Error);
});

it('says that reading failed where the snapshot is gone', () => {
  const file = path('closed');
  writeSnapshot(file, withFile().entries(), {});
  const { descriptor, files: stored } = openSnapshot(file)!;
  const files = new DataFiles(descriptor, stored);
  closeSync(descriptor);
  expect(() => read(files, '/base/1')).toThrow(expect.objectContaining({ code: 29 }) as Error);
});
