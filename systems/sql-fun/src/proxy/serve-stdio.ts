import { homedir } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StdioEdge, StdioOptions } from '@errata/edges/stdio';
import * as kit from '@errata/kit';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { isAlive } from '../databases/store.js';
import { createProxy, type ProxyOptions } from './create-proxy.js';
import { connectDaemon, LOADING, START_TIMEOUT, findDaemon } from './daemon-client.js';
import type { StartOptions, DaemonClient } from './daemon-client.js';
import { pidFileIn, unreachable } from './faults.js';

export interface ServeProxyOptions
  extends ManageOptions, Pick<ProxyOptions, 'onFault' | 'onCall' | 'redactor' | 'toolFailures'> {
  /** The folder of the project (default: the current one). */
  readonly project?: string;
  /** The id of the schema that is selected at first (default: the project's default). */
  readonly schema?: string;
  /** Who may ask; nothing is answered without `mcp`. */
  readonly allowContexts?: readonly string[];
  /** Milliseconds that the daemon takes for a request at most (default: 10,000). */
  readonly deadline?: number;
  /** How to start a daemon where none is there (default: none is started). */
  readonly start?: StartOptions;
}

/** Milliseconds that an answer may take beyond the deadline: it may have waited for others. */
const MARGIN = 5000;

/** Serve MCP on standard input and output, on behalf of the daemon of this user. */
export async function serveStdio(
  options: ServeProxyOptions = {},
  stdio: StdioOptions = {},
): Promise<StdioEdge> {
  const { project = '.', schema, runtimeFolder, start, ...rest } = options;
  const { allowContexts = [], deadline = 10_000, ...observing } = rest;
  const timeout = deadline + MARGIN;
  const client = connectDaemon({
    runtimeFolder: folderOf(runtimeFolder),
    context: 'mcp',
    project: resolve(project),
    schema,
    start,
    timeout,
  });
  // Only here: the daemon and requests for its state do not need the parser.
  const { METHODS } = await import('../methods/index.js');
  const longest = timeout + LOADING + (start?.timeout ?? START_TIMEOUT) + MARGIN;
  const proxy = createProxy({
    client,
    methods: Object.values(METHODS),
    allowed: allowContexts.includes('mcp'),
    starting: start !== undefined,
    // Whatever is late has its own words; those of the kit come after them.
    deadline: longest,
    ...observing,
  });
  // Input that is piped ends at once, and its calls may have a server to start first.
  return kit.serveStdio(proxy, { drain: longest, ...stdio, ending: () => client.close() });
}

export interface ManageOptions {
  /** Where the PID file is. */
  readonly runtimeFolder?: string;
}

export interface DaemonStatus {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  readonly contexts: readonly string[];
}

/** What the daemon of this user says of itself. Rejects with −32000 where there is none. */
export async function daemonStatus(options: ManageOptions = {}): Promise<DaemonStatus> {
  const folder = folderOf(options.runtimeFolder);
  const { pid, port } = await findDaemon(folder);
  const { version, contexts } = await withClient(folder, (client) => client.hello());
  return {
    pid,
    port,
    version: String(version),
    contexts: Array.isArray(contexts) ? contexts.map(String) : [],
  };
}

/** Milliseconds for the daemon to finish what it does. */
const STOPPING = 15_000;

/** End the daemon of this user, and wait until it is gone. Rejects with −32000 where there is none. */
export async function stopDaemon(options: ManageOptions = {}): Promise<{ readonly pid: number }> {
  const folder = folderOf(options.runtimeFolder);
  const { pid } = await findDaemon(folder);
  await withClient(folder, (client) => client.request('shutdown'));
  const until = performance.now() + STOPPING;
  while (isAlive(pid)) {
    if (performance.now() > until) {
      const details = `Process ${pid} was asked to end and did not within ${STOPPING / 1000} s`;
      throw unreachable(pidFileIn(folder), details);
    }
    await sleep(25);
  }
  return { pid };
}

export const folderOf = (folder = runtimeFolder(process.env)): string => resolve(folder);

const withClient = <T>(runtimeFolder: string, ask: (client: DaemonClient) => Promise<T>) => {
  // It is not about a project, but every hello names one.
  const client = connectDaemon({ runtimeFolder, context: 'cli', project: homedir() });
  return ask(client).finally(() => client.close());
};
