import { createInterface } from 'node:readline';
import { helpText, interpret } from './console/interpret.js';
import { deviceTable, registration } from './console/introduction.js';
import { startSimulator, type Simulator } from './start-simulator.js';

export interface RunOptions {
  readonly devices: number;
  /** Of the first device; free ones unless told. */
  readonly port?: number;
  readonly host?: string;
  readonly username?: string;
  readonly password?: string;
  readonly version?: string;
  readonly seed?: number;
}

export interface RunIo {
  out(text: string): void;
  err(text: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Ends the simulator. */
  readonly signal: AbortSignal;
}

/** Longer than any timer needs: it keeps the process alive while every device is switched off. */
const A_DAY = 86_400_000;

function introduce({ devices: [first, ...more], devices }: Simulator, out: RunIo['out']): void {
  const count = more.length === 0 ? '1 router is' : `${devices.length} routers are`;
  out(`${count} listening.\n\n${deviceTable(devices)}\n\n`);
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ' (2 show tells it of the second)';
    const json = JSON.stringify(registration(first));
    out(`To register the first, call registry/add with${others}\n${json}\n\n`);
  }
  out(`Type while it runs:\n${helpText()}\n\n`);
}

/** Obey what is typed, line after line, until `quit` or the signal. The end of the input ends nothing. */
function obey(simulator: Simulator, { out, err, input, signal }: RunIo): Promise<void> {
  return new Promise((resolve) => {
    const lines = createInterface({ input, terminal: false });
    const alive = setInterval(() => undefined, A_DAY);
    const end = (): void => {
      clearInterval(alive);
      lines.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    let ended = false;
    let earlier = Promise.resolve();
    lines.on('line', (line) => {
      // One after the other: `1 stop` is over before `1 start` begins.
      earlier = earlier.then(async () => {
        if (ended || signal.aborted) return;
        const answer = await interpret(simulator, line);
        if (answer === 'quit') {
          ended = true;
          end();
        } else if ('out' in answer) out(`${answer.out}\n`);
        else err(`${answer.err}\n`);
      });
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Start routers, tell how to reach them, and let them be broken from the keyboard. The exit code. */
export async function runSimulator(options: RunOptions, io: RunIo): Promise<number> {
  const { port, ...rest } = options;
  let simulator: Simulator;
  try {
    simulator = await startSimulator({ ...rest, ...(port !== undefined && { ports: port }) });
  } catch (error) {
    io.err(
      `The simulator cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
  try {
    introduce(simulator, io.out);
    await obey(simulator, io);
    return 0;
  } finally {
    await simulator.close();
  }
}
