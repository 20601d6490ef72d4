import { createInterface } from 'node:readline';
import { startChild } from '@errata/prove';
import { createWatch, isReplyTo, request, type Message } from './messages.js';

export type { Message } from './messages.js';

/** How to start a process. */
export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

let pings = 0;

export type Child = ReturnType<typeof startLines>;

/** A process that speaks lines, and everything that it has written. It is killed if it does not end within `grace` milliseconds. */
export function startLines({ command, args, env }: ChildCommand, grace = 30_000) {
  const lines: string[] = [];
  const output = createWatch(() => `it ended\n${lines.join('\n')}\n${errors}`);
  let errors = '';
  const child = startChild({
    ...{ command, args, env: { ...process.env, ...env }, grace },
    stderr(text) {
      errors += text;
      output.changed();
    },
  });
  const { stdin, stdout, pid } = child.process;
  createInterface({ input: stdout }).on('line', (text) => {
    lines.push(text);
    output.changed();
  });
  const ended = child.ended.then(({ code, signal }) => {
    output.end();
    return { code, signal };
  });
  /** Writes texts as they are, each with a line end. */
  const send = (...texts: string[]): void =>
    void stdin.write(texts.map((text) => `${text}\n`).join(''));
  /** The first line, past or future, that satisfies. Like `says` and `until`, rejects with all that was written if the process ends before. */
  const line = (satisfies: (line: string) => boolean): Promise<string> =>
    output.find(() => lines.find(satisfies));
  /** The reply under an id, past or future. */
  const reply = async (id: unknown): Promise<Message> =>
    JSON.parse(await line((text) => isReplyTo(id, text))) as Message;

  return {
    pid,
    /** What is on stderr so far. */
    stderr: () => errors,
    /** Lines on stdout so far. */
    lines: lines as readonly string[],
    ...{ ended, send, line, reply },
    /** Sends a request and gives its reply. */
    ask(text: string): Promise<Message> {
      send(text);
      return reply((JSON.parse(text) as Message).id);
    },
    /** Sends texts and a ping behind them; the lines that had come when the ping was answered. */
    async through(...texts: string[]): Promise<readonly string[]> {
      const before = lines.length;
      const id = `ping-${++pings}`;
      send(...texts, request(id, 'ping'));
      await reply(id);
      return lines.slice(before).filter((text) => !isReplyTo(id, text));
    },
    /** Waits until it is done; looks again with each new output. */
    until: async (done: () => boolean): Promise<void> =>
      void (await output.find(() => done() || undefined)),
    /** Waits until stderr has the text. */
    says: async (text: string): Promise<void> =>
      void (await output.find(() => errors.includes(text) || undefined)),
    kill: (signal: NodeJS.Signals): void => void child.process.kill(signal),
    /** Closes our end of its stdout. */
    hangUp: (): void => void stdout.destroy(),
    /** Closes its stdin and waits for its end; one that does not end is killed, so that no test leaves one behind. */
    async close(): Promise<void> {
      await child.end();
      await ended;
    },
  };
}

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a process to its end. It has no input, and no environment but the one that is given (default: that of this process). */
export async function runToEnd(
  command: string,
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const child = startChild({
    ...{ command, args, ...(env && { env }) },
    stderr: (text) => (texts.stderr += text),
  });
  child.process.stdin.end();
  child.process.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  const { code, signal, error } = await child.ended;
  if (error.cause !== undefined) throw error.cause;
  return { code, signal, ...texts };
}
