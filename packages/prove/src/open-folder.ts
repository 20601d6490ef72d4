import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A temporary folder. */
export interface Folder {
  readonly path: string;
  remove(): Promise<void>;
}

const ALL = { recursive: true, force: true, maxRetries: 3 } as const;

/** A new temporary folder, which does not outlive the process. */
export async function openFolder(prefix: string): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  const removeNow = (): void => rmSync(path, ALL);
  process.once('exit', removeNow);
  return {
    path,
    async remove() {
      await rm(path, ALL);
      process.off('exit', removeNow);
    },
  };
}
