import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';

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

/** Paths of files in a folder of their own, which is removed in the end. */
export function temporaryFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/** A clock that moves only by `advance`. */
export interface ManualClock {
  readonly now: () => number;
  advance(milliseconds: number): void;
}

export function createManualClock(): ManualClock {
  let time = 1_000_000;
  return { now: () => time, advance: (milliseconds) => void (time += milliseconds) };
}
