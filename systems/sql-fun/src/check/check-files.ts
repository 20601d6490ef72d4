import type { CheckIo } from './check-io.js';
import { checkSource, type CheckedSource } from './check-source.js';
import { STDIN } from './find-files.js';
import type { Judge } from './judge.js';
import type { SqlFlags } from './options.js';
import { readSource } from './read-source.js';

/** By path. */
export type Checked = ReadonlyMap<string, CheckedSource>;

/** Checks files one after the other, and those that they include. A file that is the same as before is not checked again. */
export async function checkFiles(
  paths: readonly string[],
  judge: Judge,
  flags: SqlFlags,
  io: CheckIo,
  before: Checked = new Map(),
): Promise<Checked> {
  const queue = new Set(paths);
  const checked = new Map<string, CheckedSource>();
  // A set gives also what is added while it is read.
  for (const path of queue) {
    io.signal.throwIfAborted();
    io.progress(`${checked.size + 1}/${queue.size} ${path}`);
    const result = await checkFile(path, before.get(path), judge, flags, io);
    checked.set(path, result);
    for (const file of result.includes) queue.add(file);
  }
  io.clearProgress();
  return checked;
}

async function checkFile(
  path: string,
  last: CheckedSource | undefined,
  judge: Judge,
  flags: SqlFlags,
  io: CheckIo,
): Promise<CheckedSource> {
  if (path === STDIN && last !== undefined) return last; // it can be read only once
  const source = await readSource(path, io);
  const { text = '', unreadable }: { text?: string; unreadable?: string } = source;
  const isSame = last !== undefined && text === last.text && unreadable === last.unreadable;
  return isSame ? last : checkSource(source, judge, flags, io.folder);
}
