import { createInterface } from 'node:readline';

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

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What is shown for something that was typed, or that it is the end. */
type Said = { readonly out: string } | { readonly err: string } | 'quit';

interface Interpreter {
  /** What can be typed. */
  readonly help: string;
  /** Does what a line says, and says so; throws a `Mistake` where it makes no sense. */
  obey(line: string): Promise<string>;
}

/** Do what was typed. Never throws over it. */
async function interpret(typed: string, { help, obey }: Interpreter): Promise<Said> {
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

/** Something that can be typed while a simulator runs. */
export interface Command<T> {
  /** What is typed, with an example of its argument if it has one. */
  readonly usage: string;
  readonly help: string;
  /** Does it, and says what is so now. */
  run(target: T, argument: string): string | Promise<string>;
}

/** Run a command with what was typed after it; `before` is what stands in front of it. */
export async function runCommand<T>(
  { usage, run }: Command<T>,
  target: T,
  argument: string,
  before = '',
): Promise<string> {
  if (argument !== '' && !usage.includes(' ')) {
    const whole = before === '' ? '' : `: ${before}${usage}`;
    throw new Mistake(`"${usage}" stands alone${whole}`);
  }
  try {
    return await run(target, argument);
  } catch (error) {
    if (argument !== '' || !(error instanceof Mistake)) throw error;
    throw new Mistake(`${error.message}, such as ${before}${usage}`);
  }
}

/** The commands in a column, and what they do beside them. */
export function helpText(commands: readonly { usage: string; help: string }[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length)) + 2;
  return commands.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`).join('\n');
}

/** Switches a simulated service off. */
export const stopCommand = (said: string): Command<{ stop(): Promise<void> }> => ({
  usage: 'stop',
  help: 'switch it off: connections are refused',
  run: async (service) => {
    await service.stop();
    return said;
  },
});

/** Switches it on again. */
export const startCommand = <T extends { start(): Promise<void> }>(
  addressOf: (service: T) => string,
): Command<T> => ({
  usage: 'start',
  help: 'switch it on again, on the same port',
  run: async (service) => {
    await service.start();
    return `listens on ${addressOf(service)}`;
  },
});

/** Lets it answer late. */
export const slowCommand = (
  example: number,
): Command<{ setDelay(milliseconds: number): void }> => ({
  usage: `slow ${example}`,
  help: 'answer so many milliseconds late; 0 ends it',
  run: (service, argument) => {
    const delay = readNumber(argument, 0, 3_600_000);
    service.setDelay(delay);
    return delay === 0 ? 'answers at once' : `answers ${delay} ms late`;
  },
});

/** Lets it fail at everything. */
export const failCommand = (
  example: number,
): Command<{ failWith(status: number | undefined): void }> => ({
  usage: `fail ${example}`,
  help: 'fail at everything with this HTTP status; off ends it',
  run: (service, argument) => {
    service.failWith(argument === 'off' ? undefined : readNumber(argument, 400, 599));
    return argument === 'off' ? 'works again' : `fails with ${argument}`;
  },
});

/** Lets its connections break in the middle of an answer. */
export const cutCommand: Command<{ cutBodies(on: boolean): void }> = {
  usage: 'cut on',
  help: 'break connections in the middle of each answer; off ends it',
  run: (service, argument) => {
    service.cutBodies(readOnOff(argument));
    return argument === 'on' ? 'cuts its answers' : 'sends whole answers';
  },
};

/** What can be wrong with any simulated service. */
export interface CommonConditions {
  /** Milliseconds before each answer. */
  delay: number;
  failWith: number | undefined;
  cutBodies: boolean;
}

/** Nothing is wrong. */
export const commonConditions = (): CommonConditions => ({
  delay: 0,
  failWith: undefined,
  cutBodies: false,
});

/** Something typed that cannot be done; the message tells why. */
export class Mistake extends Error {}

/** The end of a sentence that says what was expected: `, not "soon"`; empty where nothing was typed. */
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
