import { stat } from 'node:fs/promises';
import { CannotRun, type CheckIo } from './check-io.js';
import type { FoundSchema } from './find-schema.js';
import type { Judge, OpenJudge } from './judge.js';

/** The judge of a schema. It is opened when it is needed, and again after the schema has changed. */
export class KeptJudge {
  readonly #open: OpenJudge;
  readonly #schema: FoundSchema;
  readonly #io: CheckIo;
  #judge: Judge | undefined;
  #stamp = '';

  constructor(open: OpenJudge, schema: FoundSchema, io: CheckIo) {
    this.#open = open;
    this.#schema = schema;
    this.#io = io;
  }

  /** `fresh`: earlier results are those of another schema. */
  async get(): Promise<{ judge: Judge; fresh: boolean }> {
    const stamp = await stampOf(this.#schema.files);
    if (this.#judge !== undefined && stamp === this.#stamp)
      return { judge: this.#judge, fresh: false };
    await this.close();
    this.#judge = await openWith(this.#open, this.#schema, this.#io);
    this.#stamp = stamp;
    return { judge: this.#judge, fresh: true };
  }

  async close(): Promise<void> {
    const judge = this.#judge;
    this.#judge = undefined;
    await judge?.close();
  }
}

/** Opens a judge; a schema that cannot be loaded ends the command. */
export async function openWith(
  open: OpenJudge,
  { judge, name }: Pick<FoundSchema, 'judge' | 'name'>,
  io: CheckIo,
): Promise<Judge> {
  io.progress(`loading ${name}`);
  try {
    return await open({ ...judge, onProgress: (sentence) => io.progress(sentence) });
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotRun(`cannot load the schema ${name}: ${why}`);
  } finally {
    io.clearProgress();
  }
}

async function stampOf(files: ReadonlySet<string>): Promise<string> {
  const stamps = await Promise.all(
    [...files].map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? 'none' : `${found.mtimeMs} ${found.size} ${found.ino}`;
    }),
  );
  return stamps.join('\n');
}
