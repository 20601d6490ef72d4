import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Paths of files in a folder of their own, which is removed in the end. */
export function temporaryFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}
