import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@errata/testing';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Makes folders with files, which are removed in the end; called once per file of tests. */
export function temporaryProjects(): (files: Files) => Promise<string> {
  const inFolder = temporaryFolder();
  let count = 0;
  return async (files) => {
    const folder = inFolder(`project-${++count}`);
    await mkdir(folder);
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return folder;
  };
}
