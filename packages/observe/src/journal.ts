import process from 'node:process';
import { ignoringErrors } from '@errata/core/internal';
import type { OnFault } from '@errata/core';
import { encodeEntry } from './journal-entry.js';
import { createJournalFile, defaultJournalPath } from './journal-file.js';

/** Where the journal is kept, and how much of it. */
export interface JournalOptions {
  /** Default: where `errata why` looks, `$ERRATA_JOURNAL`, else a file in the state folder of the user. */
  readonly path?: string;
  /** How large a file gets before it is put aside. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** How many files are kept, the current one included. Default: two. */
  readonly files?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called once when the journal cannot be written, and again after it worked in between. */
  readonly onError?: (error: Error) => void;
}

/** The local record of failures, which `errata why` reads. */
export interface Journal {
  /** Writes one line, before it returns. Never throws. */
  readonly onFault: OnFault;
  /** How many failures could not be written. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Without `onError` the error goes to stderr. */
function warn({ message }: Error): void {
  process.stderr.write(`errata: ${message}\n`);
}

/** A full disk is not tried again with every failure. */
const PAUSE_MS = 5_000;

/**
 * A journal of failures: one line of JSON each, in a file that only its owner can read and that does not grow without
 * end. Lines are written as they come, so that a process that is killed has written all but perhaps its last.
 */
export function createJournal({
  path = defaultJournalPath(process.env),
  maxBytes = 10 * 1_048_576,
  files = 2,
  now = Date.now,
  onError = warn,
}: JournalOptions = {}): Journal {
  assertCount('maxBytes', maxBytes);
  assertCount('files', files);
  if (path === '') throw new TypeError('the journal needs a path');
  const file = createJournalFile({ path, maxBytes, files, uid: process.geteuid?.() });
  let failedAt: number | undefined;
  let closed = false;
  let lost = 0;

  const attempt = (work: () => void): boolean => {
    try {
      work();
      failedAt = undefined;
      return true;
    } catch (error) {
      ignoringErrors(() => file.close());
      const first = failedAt === undefined;
      failedAt = now();
      if (first) ignoringErrors(() => onError(new Error(complaint(path, error), { cause: error })));
      return false;
    }
  };

  /** Opened at the start: a wrong path is reported at once, not when the first failure is lost. */
  attempt(() => file.open());

  return {
    onFault(record) {
      if (closed || isPausing(failedAt, now())) {
        lost++;
        return;
      }
      const write = () => file.append(encodeEntry(record, new Date(now()).toISOString()));
      if (!attempt(write)) lost++;
    },
    get lost() {
      return lost;
    },
    close() {
      closed = true;
      ignoringErrors(() => file.close());
      return Promise.resolve();
    },
  };
}

/** A clock that was set back must not make the pause longer. */
function isPausing(failedAt: number | undefined, now: number): boolean {
  return failedAt !== undefined && now >= failedAt && now - failedAt < PAUSE_MS;
}

function complaint(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `cannot write the journal ${path}: ${code ?? message}`;
}

function assertCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new TypeError(`${name} of a journal is a whole number above 0, not ${String(value)}`);
}
