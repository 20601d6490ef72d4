import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

/** Remembers what a test opened, and closes it after the test, last opened first. */
export function closing(): <T extends { close(): Promise<void> }>(opened: T) => T {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const opened of open.splice(0).reverse()) await opened.close();
  });
  return (opened) => {
    open.push(opened);
    return opened;
  };
}

/** Look again and again until the expectation holds; other work on the machine may take its time. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 300_000, interval: 10 });
}

/** A folder of their own for the tests of a file, which is removed in the end. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths of files in such a folder. */
export function temporaryFolder(): (name: string) => string {
  const folder = useFolder();
  return (name) => join(folder, name);
}

export type ManualClock = ReturnType<typeof createManualClock>;

/** A clock that moves only by `advance`. */
export function createManualClock() {
  let time = 1_000_000;
  return { now: () => time, advance: (milliseconds: number) => void (time += milliseconds) };
}

interface Closable {
  close(): Promise<unknown>;
}

/** Opened before each test and closed after it; what is given has the members of the one that is open. Not for classes. */
export const openedForEach = <T extends Closable>(open: () => Promise<T>): T =>
  opened(open, beforeEach, afterEach);

/** The same once for all tests of a file or a group. */
export const openedForAll = <T extends Closable>(open: () => Promise<T>): T =>
  opened(open, beforeAll, afterAll);

function opened<T extends Closable>(
  open: () => Promise<T>,
  before: typeof beforeAll | typeof beforeEach,
  after: typeof afterAll | typeof afterEach,
): T {
  const handle = {} as T;
  before(async () => {
    Object.defineProperties(handle, Object.getOwnPropertyDescriptors(await open()));
  });
  after(() => handle.close?.());
  return handle;
}
