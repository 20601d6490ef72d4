import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { helpText, interpret } from './console/interpret.js';
import { startOpenMemory, type OpenMemoryOptions, type OpenMemoryServer } from './server/index.js';

export interface RunIo {
  out(text: string): void;
  err(text: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Longer than any timer needs: it keeps the process alive while OpenMemory is switched off. */
const A_DAY = 86_400_000;

/** Start an OpenMemory, tell how to reach it, and let it be broken from the keyboard. The exit code. */
export async function runOpenMemory(options: OpenMemoryOptions, io: RunIo): Promise<number> {
  const { apiKey = `om-${randomBytes(12).toString('hex')}` } = options;
  let server: OpenMemoryServer;
  try {
    server = await startOpenMemory({ ...options, apiKey });
  } catch (error) {
    io.err(`OpenMemory cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  try {
    io.out(`OpenMemory is listening.\n\n  url  ${server.url}\n  key  ${apiKey}\n\n`);
    io.out(`Type while it runs:\n${helpText()}\n\n`);
    await obey(server, io);
    return 0;
  } finally {
    await server.close();
  }
}

/** Obey what is typed, line after line, until `quit` or the signal. The end of the input ends nothing. */
function obey(server: OpenMemoryServer, { out, err, input, signal }: RunIo): Promise<void> {
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
        const answer = await interpret(server, line);
        if (answer === 'quit') end();
        else if ('out' in answer) out(`${answer.out}\n`);
        else err(`${answer.err}\n`);
      });
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
