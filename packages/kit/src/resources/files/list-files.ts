import { join } from 'node:path';
import { folderEntries } from './folder-entries.js';
import type { Root } from './root.js';

/** A file under a root. */
export interface ListedFile {
  readonly segments: readonly string[];
  readonly size: number;
}

/** The files under a root in the order of their paths, up to so many, looking into no more folders than that. */
export async function listFiles(root: Root, limit: number): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  let folders = 0;
  const walk = async (above: readonly string[]): Promise<void> => {
    if (++folders > limit) return;
    for await (const { name, folder, size } of folderEntries(root, join(root.real, ...above))) {
      if (files.length >= limit) return;
      const segments = [...above, name];
      if (folder) await walk(segments);
      else files.push({ segments, size });
    }
  };
  await walk([]);
  return files;
}
