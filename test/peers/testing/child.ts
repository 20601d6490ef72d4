import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How to start a process. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A process that speaks lines, and everything it has said. */
export interface Child {
  readonly pid: number;
  /** Lines on stdout so far. */
  readonly lines: readonly string[];
  /** What is on stderr so far. */
  readonly errors: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  write(text: string): void;
  /** The first line, past or future, that satisfies; rejects with all that was said if the process ends before. */
  line(satisfies: (line: string) => boolean): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Ends stdin and waits for the process; one that stays longer than it should is killed, so that no test leaves one behind. */
  close(patience?: number): Promise<void>;
}

export function startChild({ command, args, env }: Command): Child {
  const child = spawn(command, [...args], { env: { ...process.env, ...env } });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  let errors = '';
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  // Writing to a process that was killed is part of what is tested.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const tell of waiting) tell(line);
  });

  return {
    pid: pidOf(child, command),
    lines,
    errors: () => errors,
    ended,
    write: (text) => void child.stdin.write(text),
    line: (satisfies) => {
      const said = lines.find(satisfies);
      if (said !== undefined) return Promise.resolve(said);
      return new Promise((resolve, reject) => {
        const tell = (line: string): void => {
          if (!satisfies(line)) return;
          waiting.delete(tell);
          resolve(line);
        };
        waiting.add(tell);
        void ended.then((how) =>
          reject(new Error(`${JSON.stringify(how)}\n${lines.join('\n')}\n${errors}`)),
        );
      });
    },
    kill: (signal) => void child.kill(signal),
    close: async (patience = 5_000) => {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Runs a command to its end. */
export async function runChild(
  command: Command,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const child = startChild(command);
  await child.close(60_000);
  const { code } = await child.ended;
  return { code, output: child.lines.join('\n'), errors: child.errors() };
}

function pidOf({ pid }: ChildProcessWithoutNullStreams, command: string): number {
  if (pid === undefined) throw new Error(`${command} could not be started`);
  return pid;
}

/** A JSON-RPC message as a test reads it. */
interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A stdio server spoken to byte by byte, because an SDK client cannot send what is wrong. */
export interface Wire {
  readonly child: Child;
  /** Sends text as it is, with a newline. */
  send(text: string): void;
  /** Sends a request and gives the reply to it. */
  request(id: number | string, method: string, params?: object): Promise<Reply>;
  /** The message whose text satisfies. */
  message(satisfies: (text: string) => boolean): Promise<Reply>;
  /** What is answered to a text. Silence is proven by a later request that is answered. */
  answersTo(text: string): Promise<readonly string[]>;
}

export async function openWire(command: Command): Promise<Wire> {
  const child = startChild(command);
  let probes = 0;
  const message = async (satisfies: (text: string) => boolean): Promise<Reply> =>
    JSON.parse(await child.line(satisfies)) as Reply;
  const wire: Wire = {
    child,
    message,
    send: (text) => child.write(`${text}\n`),
    request: (id, method, params = {}) => {
      wire.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return message((text) => isReplyTo(id, text));
    },
    answersTo: async (text) => {
      const before = child.lines.length;
      wire.send(text);
      const probe = `probe-${++probes}`;
      await wire.request(probe, 'ping');
      return child.lines
        .slice(before)
        .filter((line) => !isReplyTo(probe, line) && !line.includes('"method"'));
    },
  };
  await wire.request('hello', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'peers', version: '1.0.0' },
  });
  wire.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return wire;
}

/** What the model would read of a tool's reply. */
export function textOf({ result }: Reply): string {
  const content = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return content.map(({ text = '' }) => text).join('\n');
}

function isReplyTo(id: number | string, text: string): boolean {
  try {
    const message = JSON.parse(text) as Reply & { method?: string };
    return message.id === id && message.method === undefined;
  } catch {
    return false;
  }
}
