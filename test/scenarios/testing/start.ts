import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HELLO, INITIALIZED, read, request, type Message } from './wire.js';

/** What `fixtures/server.js` takes. */
export interface ServerConfig {
  readonly sdk: 'v1' | 'v2' | 'core';
  readonly line: 'bare' | 'guard' | 'serve';
  readonly wire?: 'stdio' | 'http';
  readonly declared?: boolean;
  readonly auth?: boolean;
  readonly journal?: string;
  readonly secrets?: readonly string[];
  readonly quiet?: boolean;
  readonly guarded?: boolean;
  readonly crash?: 'exit' | 'survive';
}

/** A process that is spoken to line by line. */
export interface Started {
  /** Everything on stdout so far, line by line. */
  readonly lines: readonly string[];
  stderr(): string;
  send(...lines: string[]): void;
  /** Send lines and a ping behind them; the messages that had come when the ping was answered. */
  through(...lines: string[]): Promise<Message[]>;
  /** The message with this id, past or future. */
  reply(id: unknown): Promise<Message>;
  /** Send one request and wait for its answer. */
  ask(line: string): Promise<Message>;
  /** The first line, past or future, that satisfies. */
  line(satisfies: (line: string) => boolean): Promise<string>;
  /** Waits until stderr holds the text. */
  says(text: string): Promise<void>;
  /** Waits until it has said everything that is asked for; looks again whenever it says more. */
  until(done: () => boolean): Promise<void>;
  /** The records that the observer wrote so far. */
  faults(): Record<string, unknown>[];
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  kill(signal: NodeJS.Signals): void;
  /** Close our end of its stdout. */
  hangUp(): void;
  /** Close its stdin and wait for its end. */
  close(): Promise<void>;
}

export type StartedHttp = Started & { readonly url: string };

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

export const RUDE = [fixture('rude-server.js')];

export const serverCommand = (config: ServerConfig): string[] => [
  fixture('server.js'),
  JSON.stringify(config),
];

export const servedCommand = (kind: string, drain?: number): string[] => [
  fixture('served.js'),
  kind,
  ...(drain === undefined ? [] : [String(drain)]),
];

export const relayCommand = (options: object, behind: readonly string[]): string[] => [
  fixture('relay.js'),
  JSON.stringify(options),
  ...behind,
];

const running = new Set<() => Promise<unknown>>();

/** End every program of the test file. */
export async function endAll(): Promise<void> {
  sharedServer.forget();
  sharedHttp.forget();
  await Promise.all([...running].map((end) => end()));
  running.clear();
}

let pings = 0;

/** Start a Node program that ends with the test file at the latest. */
export function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [...args], { env: { ...process.env, ...env } });
  const lines: string[] = [];
  const looking = new Set<() => void>();
  let errors = '';
  let over = false;
  const lookAgain = (): void => looking.forEach((look) => look());
  const ended = once(child, 'close').then(([code, signal]) => {
    over = true;
    lookAgain();
    return { code: code as number | null, signal: signal as string | null };
  });
  running.add(() => {
    if (!over) child.kill('SIGKILL');
    return ended;
  });
  child.stdin.on('error', () => undefined); // a server that has ended does not read
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    lookAgain();
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(text);
    lookAgain();
  });

  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined && !over) return;
        looking.delete(look);
        if (found === undefined) reject(new Error(`it ended\n${lines.join('\n')}\n${errors}`));
        else resolve(found);
      };
      looking.add(look);
      look();
    });
  const send: Started['send'] = (...texts) =>
    void child.stdin.write(texts.map((text) => `${text}\n`).join(''));
  const line: Started['line'] = (satisfies) => until(() => lines.find(satisfies));
  const reply: Started['reply'] = async (id) => read(await line((text) => isReplyTo(id, text)));

  return {
    lines,
    stderr: () => errors,
    send,
    reply,
    line,
    ended,
    ask(text) {
      send(text);
      return reply(read(text).id);
    },
    async through(...texts) {
      const before = lines.length;
      const id = `ping-${++pings}`;
      send(...texts, request(id, 'ping'));
      await reply(id);
      return lines
        .slice(before)
        .map(read)
        .filter((message) => message.id !== id);
    },
    until: async (done) => void (await until(() => done() || undefined)),
    says: async (text) => void (await until(() => errors.includes(text) || undefined)),
    faults: () =>
      errors
        .split('\n')
        .filter((each) => each.startsWith('fault {'))
        .map((each) => JSON.parse(each.slice('fault '.length)) as Record<string, unknown>),
    kill: (signal) => void child.kill(signal),
    hangUp: () => void child.stdout.destroy(),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

/** A server on stdio with the handshake of 2025 done. */
export const openServer = (config: ServerConfig, env?: Record<string, string>): Promise<Started> =>
  shakeHands(start(serverCommand(config), env));

export async function shakeHands(started: Started): Promise<Started> {
  await started.ask(HELLO);
  started.send(INITIALIZED);
  return started;
}

/** Start a server on HTTP and learn its address. */
export async function startHttp(
  args: readonly string[],
  env?: Record<string, string>,
): Promise<StartedHttp> {
  const started = start(args, env);
  await started.says('ready\n');
  const [, url = ''] = /^url (.*)$/m.exec(started.stderr()) ?? [];
  return { ...started, url };
}

/** One server per test file and configuration, for everything that does not harm it. */
export const sharedServer = remember(openServer);
export const sharedHttp = remember((config: ServerConfig) =>
  startHttp(serverCommand({ ...config, wire: 'http' })),
);

function remember<T>(open: (config: ServerConfig) => Promise<T>) {
  const known = new Map<string, Promise<T>>();
  const shared = (config: ServerConfig): Promise<T> => {
    const key = JSON.stringify(config);
    const found = known.get(key) ?? open(config);
    known.set(key, found);
    return found;
  };
  return Object.assign(shared, { forget: () => known.clear() });
}

function isReplyTo(id: unknown, text: string): boolean {
  try {
    const message = read(text);
    return message.method === undefined && message.id === id;
  } catch {
    return false; // text that some server wrote between its messages
  }
}
