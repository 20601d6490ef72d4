import { createInterface } from 'node:readline';

/** The streams of the terminal that a simulator runs in. */
export interface RunIo {
  out(text: string): void;
  err(text: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Ends the simulator. */
  readonly signal: AbortSignal;
}

export interface ConsoleOptions<T> {
  /** The name in the message that it cannot start. */
  readonly name: string;
  start(): Promise<T>;
  /** The address of what was started. */
  introduce(started: T): string;
  /** What can be typed. */
  readonly help: string;
  /** Runs a line and returns what changed; throws a `Mistake` if the line is wrong. */
  obey(started: T, line: string): Promise<string>;
}

/** Starts something, prints its address, and breaks it on commands from the keyboard. Returns the exit code. */
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
    await listen(io, (line) => interpret(line, { help, obey: (words) => obey(started, words) }));
    return 0;
  } finally {
    await started.close();
  }
}

/** A timer of this length keeps the process alive while everything is switched off. */
const A_DAY = 86_400_000;

/** Reads lines until `quit` or the signal. The end of the input does not end it. */
function listen(
  { out, err, input, signal }: RunIo,
  answerTo: (line: string) => Promise<ConsoleReply>,
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
      // One at a time: `stop` is done before `start` begins.
      earlier = earlier.then(async () => {
        if (ended) return;
        const reply = await answerTo(line);
        if (reply === 'quit') end();
        else if ('out' in reply) out(`${reply.out}\n`);
        else err(`${reply.err}\n`);
      });
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What is printed for a line, or `quit`. */
type ConsoleReply = { readonly out: string } | { readonly err: string } | 'quit';

interface Interpreter {
  /** What can be typed. */
  readonly help: string;
  /** Runs a line and returns what changed; throws a `Mistake` if the line is wrong. */
  obey(line: string): Promise<string>;
}

/** Runs what was typed. Never throws. */
async function interpret(typed: string, { help, obey }: Interpreter): Promise<ConsoleReply> {
  const line = typed.replace(CONTROL, ' ').trim().slice(0, 200);
  if (line === 'quit' || line === 'exit') return 'quit';
  if (line === '' || line === 'help') return { out: help };
  try {
    return { out: await obey(line) };
  } catch (error) {
    if (error instanceof Mistake) return { err: `Not done: ${error.message}.` };
    return { err: `Failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A command that can be typed while a simulator runs. */
export interface ConsoleCommand<T> {
  /** What is typed, with an example of its argument if it has one. */
  readonly usage: string;
  readonly help: string;
  /** Runs it and returns the new state. */
  run(target: T, argument: string): string | Promise<string>;
}

/** Runs a command with its argument; `before` is the text in front of the command. */
export async function runCommand<T>(
  { usage, run }: ConsoleCommand<T>,
  target: T,
  argument: string,
  before = '',
): Promise<string> {
  if (argument !== '' && !usage.includes(' ')) {
    const whole = before === '' ? '' : `: ${before}${usage}`;
    throw new Mistake(`"${usage}" takes no argument${whole}`);
  }
  try {
    return await run(target, argument);
  } catch (error) {
    if (argument !== '' || !(error instanceof Mistake)) throw error;
    throw new Mistake(`${error.message}, such as ${before}${usage}`);
  }
}

/** The commands in a column, with their help beside them. */
export function helpText(commands: readonly { usage: string; help: string }[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length)) + 2;
  return commands.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`).join('\n');
}

/** Switches a simulated service off. */
export const stopCommand = (text: string): ConsoleCommand<{ stop(): Promise<void> }> => ({
  usage: 'stop',
  help: 'switch it off: connections are refused',
  run: async (service) => {
    await service.stop();
    return text;
  },
});

/** Switches it on again. */
export const startCommand = <T extends { start(): Promise<void> }>(
  addressOf: (service: T) => string,
): ConsoleCommand<T> => ({
  usage: 'start',
  help: 'switch it on again, on the same port',
  run: async (service) => {
    await service.start();
    return `listens on ${addressOf(service)}`;
  },
});

/** Delays its answers. */
export const slowCommand = (
  example: number,
): ConsoleCommand<{ setDelay(milliseconds: number): void }> => ({
  usage: `slow ${example}`,
  help: 'answer so many milliseconds late; 0 ends it',
  run: (service, argument) => {
    const delay = readNumber(argument, 0, 3_600_000);
    service.setDelay(delay);
    return delay === 0 ? 'answers at once' : `answers ${delay} ms late`;
  },
});

/** Makes every request fail. */
export const failCommand = (
  example: number,
): ConsoleCommand<{ failWith(status: number | undefined): void }> => ({
  usage: `fail ${example}`,
  help: 'fail at everything with this HTTP status; off ends it',
  run: (service, argument) => {
    service.failWith(argument === 'off' ? undefined : readNumber(argument, 400, 599));
    return argument === 'off' ? 'works again' : `fails with ${argument}`;
  },
});

/** Breaks its connections in the middle of an answer. */
export const cutCommand: ConsoleCommand<{ cutBodies(on: boolean): void }> = {
  usage: 'cut on',
  help: 'break connections in the middle of each answer; off ends it',
  run: (service, argument) => {
    service.cutBodies(readOnOff(argument));
    return argument === 'on' ? 'cuts its answers' : 'sends whole answers';
  },
};

/** The faults that every simulated service can have. */
export interface CommonConditions {
  /** Milliseconds before each answer. */
  delay: number;
  failWith: number | undefined;
  cutBodies: boolean;
}

/** No faults. */
export const commonConditions = (): CommonConditions => ({
  delay: 0,
  failWith: undefined,
  cutBodies: false,
});

/** A command that cannot be run; the message says why. */
export class Mistake extends Error {}

/** The end of a sentence that says what was expected: `, not "soon"`; empty if nothing was typed. */
export const not = (text: string): string => (text === '' ? '' : `, not "${text}"`);

/** A whole number that was typed. */
export function readNumber(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Mistake(`expected a number from ${least} to ${most}${not(text)}`);
  }
  return value;
}

/** `on` or `off`, as it was typed. */
export function readOnOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Mistake(`expected on or off${not(text)}`);
  return text === 'on';
}
