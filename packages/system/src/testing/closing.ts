import { afterEach } from 'vitest';

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
