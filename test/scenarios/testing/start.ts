import { fileURLToPath } from 'node:url';
import { startLines, type Child } from '@errata/testing/child';
import { HELLO, INITIALIZED, read, type Message } from './wire.js';

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
export interface Started extends Omit<Child, 'reply' | 'ask' | 'through'> {
  /** The message with this id, past or future. */
  reply(id: unknown): Promise<Message>;
  /** Send one request and wait for its answer. */
  ask(line: string): Promise<Message>;
  /** Send lines and a ping behind them; the messages that had come when the ping was answered. */
  through(...lines: string[]): Promise<Message[]>;
  /** The records that the observer wrote so far. */
  faults(): Record<string, unknown>[];
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

/** Start a Node program that ends with the test file at the latest. */
export function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = startLines({ command: process.execPath, args, env });
  let over = false;
  void child.ended.then(() => (over = true));
  running.add(() => {
    if (!over) child.kill('SIGKILL');
    return child.ended;
  });
  return {
    ...child,
    reply: async (id) => (await child.reply(id)) as Message,
    ask: async (text) => (await child.ask(text)) as Message,
    through: async (...texts) => (await child.through(...texts)).map(read),
    faults: () =>
      child
        .stderr()
        .split('\n')
        .filter((each) => each.startsWith('fault {'))
        .map((each) => JSON.parse(each.slice('fault '.length)) as Record<string, unknown>),
  };
}

/** A server on stdio with the handshake of 2025 done. */
export const openServer = (config: ServerConfig): Promise<Started> =>
  shakeHands(start(serverCommand(config)));

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
