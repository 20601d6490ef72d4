import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What no reading under the root may ever show. */
export const CANARY = 'the canary outside the root';

export interface Files {
  readonly root: string;
  /** The folder around the root, where the canary is. */
  readonly outside: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
}

/** A root with these files, and a canary beside it; gone when the test ends. */
export async function createFiles(contents: Readonly<Record<string, string>> = {}): Promise<Files> {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'errata-kit-')));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  const root = join(outside, 'root');
  await mkdir(root);
  await writeFile(join(outside, 'canary.txt'), CANARY);
  const files: Files = {
    root,
    outside,
    path: (name) => join(root, name),
    async write(name, content) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    },
  };
  for (const [name, content] of Object.entries(contents)) await files.write(name, content);
  return files;
}
