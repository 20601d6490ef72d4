import type { CheckIo } from './check-io.js';
import { checkSource, type CheckedSource } from './check-source.js';
import { STDIN } from './find-files.js';
import type { Judge } from './judge.js';
import type { SourceFlags } from './options.js';
import { readSource } from './read-source.js';

/** Checks files one after the other, and those that they include. What is the same as before is not checked again. */
export async function checkFiles(
  paths: readonly string[],
  judge: Judge,
  flags: SourceFlags,
  io: CheckIo,
  before: ReadonlyMap<string, CheckedSource> = new Map(),
): Promise<Map<string, CheckedSource>> {
  const queue = [...paths];
  const seen = new Set(queue);
  const checked = new Map<string, CheckedSource>();
  for (let done = 0; done < queue.length; done++) {
    io.signal.throwIfAborted();
    const path = queue[done]!;
    io.progress(`${done + 1}/${queue.length} ${path}`);
    const last = before.get(path);
    if (path === STDIN && last !== undefined) {
      checked.set(path, last); // it can be read only once
      continue;
    }
    const source = await readSource(path, io);
    const isSame = last !== undefined && 'text' in source && source.text === last.text;
    const result = isSame ? last : await checkSource(source, judge, flags, io.folder);
    checked.set(path, result);
    for (const file of result.includes.filter((one) => !seen.has(one))) {
      seen.add(file);
      queue.push(file);
    }
  }
  io.clearProgress();
  return checked;
}
