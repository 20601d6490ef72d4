import { setTimeout as sleep } from 'node:timers/promises';

export interface Persistence {
  /** Milliseconds after which it is given up. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Whether an error will not pass: then there is no use in trying again. */
  readonly isFinal: (error: unknown) => boolean;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

/** Write, again and again, until the database takes it. Throws the last error. */
export async function untilWritten(
  write: () => Promise<void>,
  { patience, signal, isFinal }: Persistence,
): Promise<void> {
  const end = performance.now() + patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await write();
    } catch (error) {
      if (isFinal(error) || signal.aborted || performance.now() + pause > end) throw error;
    }
    // Whoever ends the waiting gets one more attempt.
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}
