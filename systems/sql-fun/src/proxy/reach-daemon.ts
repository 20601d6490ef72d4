import { membersOf } from '@errata/core/contract';
import { isFault } from '@errata/core/fault';
import type { ClientContext } from '../worker/index.js';
import { DaemonLink } from './daemon-link.js';
import { findDaemon, pidFileIn } from './find-daemon.js';
import { serverAt, unreachable } from './unreachable.js';

export interface ReachOptions {
  readonly runtimeFolder: string;
  /** Who asks. */
  readonly context: ClientContext;
  /** The folder of the project, absolute. */
  readonly project: string;
  /** The id of the schema that is selected at first. */
  readonly schema?: string | undefined;
  /** Milliseconds that a connection and the answer to hello may take (default: 5,000). */
  readonly greeting?: number | undefined;
}

/** A connection on which hello was said. */
export interface Reached {
  readonly link: DaemonLink;
  /** What the daemon said of itself. */
  readonly hello: Readonly<Record<string, unknown>>;
}

const GREETING = 5000;

/** Find the daemon, connect to it and say hello. Rejects with −32000, or with why the daemon does not want to talk. */
export async function reachDaemon(
  { runtimeFolder, context, project, schema, greeting = GREETING }: ReachOptions,
  signal: AbortSignal,
): Promise<Reached> {
  const { port, token } = await findDaemon(runtimeFolder);
  const link = await DaemonLink.open(port, greeting);
  const params = { token, context, project, ...(schema !== undefined && { schema }) };
  try {
    const hello = membersOf(await link.request('hello', params, { timeout: greeting, signal }));
    if (typeof hello['server'] === 'string') return { link, hello };
    throw unreachable(serverAt(port), `What listens on port ${port} is no sql-fun-server`);
  } catch (thrown) {
    link.close();
    if (!isRefusedToken(thrown)) throw thrown;
    const { name } = pidFileIn(runtimeFolder);
    const details = `The server on port ${port} does not take the token of ${name}`;
    throw unreachable(serverAt(port), details, { absent: true, cause: thrown });
  }
}

function isRefusedToken(thrown: unknown): boolean {
  if (!isFault(thrown) || thrown.reason !== 'MCP_NOT_ALLOWED') return false;
  return membersOf(thrown.context)['target'] === 'token';
}
