import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cannot, type CheckIo, type Judge, type OpenJudge, type SqlFlags } from './check-io.js';
import { checkSource, type CheckedSource, type Source } from './check-source.js';
import { STDIN, WHY } from './find-files.js';
import type { FoundSchema } from './find-schema.js';

/** Opens a judge, works with it and closes it. A schema that cannot be loaded ends the command. */
export async function withJudge<T>(
  open: OpenJudge,
  schema: FoundSchema,
  io: CheckIo,
  work: (judge: Judge) => Promise<T>,
): Promise<T> {
  io.progress(`loading ${schema.name}`);
  const judge = await open(schema)
    .catch(cannot(`cannot load the schema ${schema.name}`))
    .finally(() => io.progress(''));
  return work(judge).finally(() => {
    io.progress('');
    return judge.close();
  });
}

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
  // The loop also reaches what is added to the set meanwhile.
  for (const path of queue) {
    io.signal.throwIfAborted();
    io.progress(`${checked.size + 1}/${queue.size} ${path}`);
    const last = before.get(path);
    // Standard input can be read only once.
    const source = path === STDIN && last !== undefined ? last : await readSource(path, io);
    const isSame = source.text === last?.text && source.unreadable === last.unreadable;
    const result = isSame ? last : await checkSource(source, judge, flags, io.folder);
    checked.set(path, result);
    for (const file of result.includes) queue.add(file);
  }
  return checked;
}

const MAX_BYTES = 10 * 1024 * 1024;

/** Reads a file, or standard input. */
export async function readSource(
  path: string,
  { folder, readStdin }: Pick<CheckIo, 'folder' | 'readStdin'>,
): Promise<Source> {
  const isStdin = path === STDIN;
  const file = isStdin ? '<stdin>' : path;
  const unreadable = (why: string): Source => ({ file, text: '', unreadable: why });
  try {
    const absolute = resolve(folder, path);
    const isLarge = !isStdin && (await stat(absolute)).size > MAX_BYTES;
    const bytes = isLarge ? undefined : await (isStdin ? readStdin() : readFile(absolute));
    if (bytes === undefined || bytes.length > MAX_BYTES)
      return unreadable('it is larger than 10 MB');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? unreadable('it is not a text file') : { file, text };
  } catch (error) {
    const { name, code = name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') throw error;
    return unreadable(WHY[code] ?? code);
  }
}
