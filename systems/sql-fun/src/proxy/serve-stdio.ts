import { resolve } from 'node:path';
import type { StdioEdge, StdioOptions } from '@errata/edges/stdio';
import * as kit from '@errata/kit';
import { createProxy } from './create-proxy.js';
import { connectDaemon, LOADING } from './daemon-client.js';
import { START_TIMEOUT, type StartOptions } from './launch-daemon.js';
import { folderOf, type ManageOptions } from './manage-daemon.js';

export interface ServeStdioOptions
  extends ManageOptions, Pick<kit.KitOptions, 'onFault' | 'onCall' | 'redactor'> {
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
  options: ServeStdioOptions = {},
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
  // Only here: whoever is the daemon, or asks for its state, does without the parser.
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
