import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Ref } from '@errata/core/internal';
import { type JournalEntry, LONGEST_LINE, parseEntry } from './journal-entry.js';
import { rotatedPath } from './journal-file.js';

/** More files than a journal has; this also ends a cycle of links. */
const MOST_FILES = 1_000;

/** A ref belongs to one request, which may fail in more than one way; not in more than these. */
const MOST_ENTRIES = 100;

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/**
 * The entries of a journal and of its older files, newest first. Incomplete and foreign lines are ignored. A missing
 * journal has no entries; one that cannot be read throws.
 */
export function* readJournal(path: string): Generator<JournalEntry, void, undefined> {
  const opened: number[] = [];
  try {
    // All are opened before the first is read: a rotation in between would show one file twice, or hide one.
    openAll(path, opened);
    for (const fd of opened) {
      for (const line of readBackwards(fd, { longest: LONGEST_LINE })) {
        const entry = parseEntry(line);
        if (entry !== undefined) yield entry;
      }
    }
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

/** The result of a search, and the number of searched entries. */
export interface JournalSearch {
  /** What is recorded under the ref, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** How many entries there are. */
  readonly searched: number;
}

/** The entries of a journal with this ref, newest first. */
export function findInJournal(path: string, ref: Ref): JournalSearch {
  const entries: JournalEntry[] = [];
  let searched = 0;
  for (const entry of readJournal(path)) {
    searched++;
    if (entry.ref === ref && entries.length < MOST_ENTRIES) entries.push(entry);
  }
  return { entries: entries.reverse(), searched };
}

function openAll(path: string, opened: number[]): void {
  const seen = new Set<string>();
  for (let number = 0; number < MOST_FILES; number++) {
    const fd = openIfThere(rotatedPath(path, number));
    // For a moment of a rotation there is only the older file.
    if (fd === undefined && number > 0) return;
    if (fd === undefined) continue;
    opened.push(fd);
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${rotatedPath(path, number)} is not a regular file`);
    const identity = `${stats.dev}:${stats.ino}`;
    if (seen.has(identity)) closeSync(opened.pop()!);
    seen.add(identity);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK); // a named pipe does not keep us waiting for a writer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const NEWLINE = 0x0a;

/**
 * The lines of a file, last first, with never more than one line and one block in memory. Empty lines and lines longer than
 * `longest` bytes are left out.
 */
export function* readBackwards(
  fd: number,
  { longest, block = 65_536 }: { readonly longest: number; readonly block?: number },
): Generator<string, void, undefined> {
  const line = createLine(longest);
  let position = fstatSync(fd).size;
  while (position > 0) {
    const start = Math.max(0, position - block);
    const bytes = readBlock(fd, start, position - start);
    let end = bytes.length;
    for (let at = findNewline(bytes, end); at !== -1; at = findNewline(bytes, end)) {
      line.prepend(bytes.subarray(at + 1, end));
      const text = line.take();
      if (text !== '') yield text;
      end = at;
    }
    line.prepend(bytes.subarray(0, end));
    position = start;
  }
  const text = line.take();
  if (text !== '') yield text;
}

/** A line that is found from its end. Once it is too long its bytes are not kept any more. */
function createLine(longest: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    prepend(piece: Buffer): void {
      length += piece.length;
      if (length > longest) pieces = [];
      else if (piece.length > 0) pieces.push(piece);
    },
    take(): string {
      const text = length > longest ? '' : Buffer.concat(pieces.reverse()).toString('utf8');
      pieces = [];
      length = 0;
      return text;
    },
  };
}

function findNewline(bytes: Buffer, end: number): number {
  return end === 0 ? -1 : bytes.lastIndexOf(NEWLINE, end - 1); // an offset of -1 would mean the last byte
}

/** A block of the file; what has been cut off in the meantime is missing at its end. */
function readBlock(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
