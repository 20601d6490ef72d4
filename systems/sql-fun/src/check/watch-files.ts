import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Checked } from './check-files.js';
import { CannotRun, type CheckIo } from './check-io.js';
import { STDIN } from './find-files.js';
import type { FoundSchema } from './find-schema.js';
import type { Judge, OpenJudge } from './judge.js';
import { withJudge } from './with-judge.js';

/** Checks, and again after each change, until the signal ends it. A changed schema is opened again, and everything is checked. */
export async function watchFiles(
  open: OpenJudge,
  schema: FoundSchema,
  io: CheckIo,
  check: (judge: Judge, before: Checked | undefined) => Promise<Checked>,
): Promise<void> {
  while (!io.signal.aborted) {
    const stamp = await stampOf(schema.files);
    const isOver = async () => io.signal.aborted || (await stampOf(schema.files)) !== stamp;
    const checking = withJudge(open, schema, io, async (judge) => {
      let checked = await check(judge, undefined);
      while (!(await isOver())) {
        await untilChange([...checked.keys(), ...schema.files], io, async () => {
          // What changed before the watcher was open counts as well.
          checked = await check(judge, checked);
          return isOver();
        });
      }
    });
    await checking.catch(async (error: unknown) => {
      if (!(error instanceof CannotRun)) throw error;
      io.err(`errata: ${error.message}\n`);
      // A schema that is half written: the next change may complete it.
      while (!(await isOver())) await untilChange([...schema.files], io, isOver);
    });
  }
}

/** Watches the folders of files, works, and waits for a change or the signal. `work` returns true where there is nothing to wait for. */
async function untilChange(
  files: readonly string[],
  { folder, watch, signal }: CheckIo,
  work: () => Promise<boolean>,
): Promise<void> {
  let done = (): void => undefined;
  const changed = new Promise<void>((resolve) => (done = resolve));
  const named = files.filter((file) => file !== STDIN);
  const folders = new Set(named.map((file) => dirname(resolve(folder, file))));
  const watcher = watch([...folders], done);
  signal.addEventListener('abort', done, { once: true });
  try {
    if (!(await work()) && !signal.aborted) await changed;
  } finally {
    signal.removeEventListener('abort', done);
    watcher.close();
  }
}

async function stampOf(files: ReadonlySet<string>): Promise<string> {
  const found = await Promise.all([...files].map((file) => stat(file).catch(() => undefined)));
  return found.map((one) => `${one?.mtimeMs} ${one?.size} ${one?.ino}`).join();
}
