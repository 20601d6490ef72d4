import { createInterface } from 'node:readline';
import { interpret, type Said } from './interpret.js';

/** Where a simulator is run from. */
export interface RunIo {
  out(text: string): void;
  err(text: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export interface ConsoleOptions<T> {
  /** What cannot start, if it cannot. */
  readonly name: string;
  start(): Promise<T>;
  /** How to reach what was started. */
  introduce(started: T): string;
  /** What can be typed. */
  readonly help: string;
  /** Does what a line says, and says so; throws a `Mistake` where it makes no sense. */
  obey(started: T, line: string): Promise<string>;
}

/** Start something, tell how to reach it, and let it be broken from the keyboard. The exit code. */
export async function runConsole<T extends { close(): Promise<void> }>(
  { name, start, introduce, help, obey }: ConsoleOptions<T>,
  io: RunIo,
): Promise<number> {
  let started: T;
  try {
    started = await start();
  } catch (error) {
    io.err(`${name} cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  try {
    io.out(`${introduce(started)}\n\nType while it runs:\n${help}\n\n`);
    await listen(io, (line) => interpret(line, { help, obey: (said) => obey(started, said) }));
    return 0;
  } finally {
    await started.close();
  }
}

/** Longer than any timer needs: it keeps the process alive while everything is switched off. */
const A_DAY = 86_400_000;

/** Line after line, until `quit` or the signal. The end of the input ends nothing. */
function listen(
  { out, err, input, signal }: RunIo,
  answerTo: (line: string) => Promise<Said>,
): Promise<void> {
  return new Promise((resolve) => {
    const lines = createInterface({ input, terminal: false });
    const alive = setInterval(() => undefined, A_DAY);
    let ended = false;
    const end = (): void => {
      ended = true;
      clearInterval(alive);
      lines.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    let earlier = Promise.resolve();
    lines.on('line', (line) => {
      // One after the other: `stop` is over before `start` begins.
      earlier = earlier.then(async () => {
        if (ended) return;
        const said = await answerTo(line);
        if (said === 'quit') end();
        else if ('out' in said) out(`${said.out}\n`);
        else err(`${said.err}\n`);
      });
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
