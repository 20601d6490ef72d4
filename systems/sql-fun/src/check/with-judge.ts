import { CannotRun, type CheckIo } from './check-io.js';
import type { FoundSchema } from './find-schema.js';
import type { Judge, OpenJudge } from './judge.js';

/** Opens a judge, works with it and closes it. A schema that cannot be loaded ends the command. */
export async function withJudge<T>(
  open: OpenJudge,
  { judge: options, name }: Pick<FoundSchema, 'judge' | 'name'>,
  io: CheckIo,
  work: (judge: Judge) => Promise<T>,
): Promise<T> {
  let judge: Judge | undefined;
  try {
    io.progress(`loading ${name}`);
    judge = await open({ ...options, onProgress: (sentence) => io.progress(sentence) }).catch(
      (error: Error) => {
        throw new CannotRun(`cannot load the schema ${name}: ${error.message}`);
      },
    );
    return await work(judge);
  } finally {
    io.clearProgress();
    await judge?.close();
  }
}
