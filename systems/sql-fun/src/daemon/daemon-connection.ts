import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import process from 'node:process';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { objectOrEmpty, MODERN, toPortable, type ServerOptions } from '@errata/core/internal';
import { VERSION_KEY, BaseConnection } from '@errata/core/internal';
import type { Incoming, Problem, RequestMessage, CallInfo } from '@errata/core/internal';
import type { Connection, Deliver, Exchange, FailureAnswers } from '@errata/core/internal';
import { createServer } from '@errata/core';
import type { Contract, Fault, Handler, Server } from '@errata/core';
import { isSameSecret } from '@errata/edges/service';
import type { Channel } from '@errata/edges/tcp';
import { errorType, readProjectConfig } from '../policy/config.js';
import type { SchemaPools } from '../worker/schema-pools.js';
import { CLIENT_CONTEXTS, type ClientContext } from '../worker/serve-work.js';

export interface DaemonState extends Pick<ServerOptions, 'redactor' | 'onFault'> {
  readonly token: string;
  readonly version: string;
  readonly contexts: readonly ClientContext[];
  readonly methods: readonly string[];
  readonly pool: SchemaPools;
  readonly clock: IdleClock;
  /** End the daemon, once what is being answered was sent. */
  shutDown(): void;
}

/** The contract for a client that is a part of this program: `data.fault` has the whole failure, except its cause. */
const PORTABLE: Contract = {
  ...sqlFunContract,
  data(fault, view) {
    const { cause: _cause, ...portable } = toPortable(fault, sqlFunContract);
    return { ...sqlFunContract.data(fault, view), fault: portable };
  },
};

/** Opens the connections of a daemon. Each request is answered with the numbers of the revision that it names. */
export function createConnections(daemon: DaemonState): (channel: Channel) => Connection {
  const { methods, redactor, onFault } = daemon;
  const runMethod: Handler = (params, call) => clientOf(call).work(params, call);
  const options = {
    contract: sqlFunContract,
    methods: {
      ...Object.fromEntries(methods.map((name) => [name, runMethod])),
      hello: (params: unknown, call: CallInfo) => clientOf(call).hello(params),
      ping: () => ({}),
      shutdown: (_params: unknown, call: CallInfo) => clientOf(call).shutDown(),
    },
    ...(redactor && { redactor }),
    ...(onFault && { onFault }),
  };
  const servers = {
    plain: createServer({ ...options, era: 'jsonrpc' }),
    modern: createServer({ ...options, era: MODERN }),
    portable: createServer({ ...options, contract: PORTABLE, era: 'jsonrpc' }),
  };
  return (channel) => new DaemonConnection(daemon, channel, servers);
}

/** By how the replies to a request are written. */
type ByForm<T> = Readonly<Record<'plain' | 'modern' | 'portable', T>>;

const clientOf = ({ peer }: CallInfo) => peer as DaemonConnection;

class DaemonConnection extends BaseConnection {
  /** `refused`: it had no token, or there was no room for it. It gets no further answers. */
  #state: 'new' | 'known' | 'refused' = 'new';
  #release: (() => void) | undefined;
  #client: Promise<HelloClient> | undefined;
  #selected: string | undefined;
  readonly #daemon: DaemonState;
  readonly #channel: Channel;
  readonly #server: Server;
  readonly #connections: ByForm<Connection>;
  /** Its hello requested whole failures. */
  #isPortable = false;

  constructor(daemon: DaemonState, channel: Channel, servers: ByForm<Server>) {
    super();
    this.#daemon = daemon;
    this.#channel = channel;
    this.#server = servers.plain;
    const connected = Object.entries(servers).map(([form, one]) => [form, one.connect(this)]);
    this.#connections = Object.fromEntries(connected) as ByForm<Connection>;
  }

  async hello(params: unknown): Promise<object> {
    const { token, contexts, clock, pool, version } = this.#daemon;
    const { token: given } = objectOrEmpty(params);
    if (typeof given !== 'string' || !isSameSecret(given, token)) {
      this.#state = 'refused';
      throw tokenRefused();
    }
    if (this.#state === 'new') {
      if (this.#channel.admit?.() === false) {
        this.#state = 'refused';
        throw sqlFun.INTERNAL_ERROR({}, TOO_MANY_CLIENTS);
      }
      this.#release = clock.hold();
    }
    this.#state = 'known';
    this.#selected = undefined;
    this.#client = readHello(params, contexts);
    const client = await this.#client;
    pool.warm(client);
    const schema = await schemaOf(client);
    return { server: 'sql-fun-server', version, pid: process.pid, contexts, schema };
  }

  async work(params: unknown, { method, signal }: CallInfo): Promise<unknown> {
    const { context, project, schema } = await this.#afterHello();
    const id = this.#selected ?? schema;
    const work = { method, params, project, context, ...(id !== undefined && { schema: id }) };
    const result = await this.#daemon.pool.run(work, { signal, client: this.#channel });
    const { schema: named } = objectOrEmpty(params);
    if (method === 'select_schema' && typeof named === 'string') this.#selected = named;
    return result;
  }

  async shutDown(): Promise<object> {
    const { context } = await this.#afterHello();
    if (context !== 'cli') {
      throw sqlFun.MCP_NOT_ALLOWED(
        { target: 'method', name: 'shutdown' },
        { details: 'Only the context cli may end the server' },
      );
    }
    this.#daemon.shutDown();
    return {};
  }

  /** A client may go on without waiting for the answer to its hello; what failed it fails the rest too. */
  #afterHello(): Promise<HelloClient> {
    return this.#client ?? Promise.reject(tokenRefused());
  }

  get inFlight(): number {
    return Object.values(this.#connections).reduce((sum, { inFlight }) => sum + inFlight, 0);
  }

  protected get answers(): FailureAnswers {
    return this.#server.answers;
  }

  protected parse(input: string | Uint8Array): Incoming {
    return this.#server.parse(input);
  }

  close(why?: unknown): void {
    this.#release?.();
    for (const one of Object.values(this.#connections)) one.close(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    for (const one of Object.values(this.#connections)) one.abandon(thrown, deliver);
  }

  protected request(message: RequestMessage, exchange: Exchange | undefined) {
    const { _meta: meta, portable } = objectOrEmpty(message.params);
    if (message.method === 'hello') this.#isPortable = portable === true;
    const isModern = objectOrEmpty(meta)[VERSION_KEY] === MODERN;
    const form = isModern ? 'modern' : this.#isPortable ? 'portable' : 'plain';
    const connection = this.#connections[form];
    const isAccepted =
      this.#state === 'known' || (this.#state === 'new' && message.method === 'hello');
    const reply = isAccepted
      ? connection.handle(message, exchange)
      : connection.refuse({ condition: 'forbidden', ...TOKEN_REFUSED }, message.id, exchange);
    if (!isAccepted || this.#state === 'refused') this.#refuseRest();
    return reply;
  }

  protected notification(): undefined {}

  protected override problem(problem: Problem, exchange: Exchange | undefined): string | undefined {
    if (this.#state === 'new') this.#refuseRest();
    return super.problem(problem, exchange);
  }

  #refuseRest(): void {
    this.#state = 'refused';
    // Not before the reply is on its way.
    setImmediate(() => this.#channel.end?.('The client was refused'));
  }
}

/** The refusal of a client without the token. It never contains the token. */
const TOKEN_REFUSED = {
  context: { target: 'token', name: 'hello' },
  given: {
    message: 'Token not accepted',
    details: 'The first request has to be hello, with the token of the PID file',
    effect: 'none',
  },
} as const;

function tokenRefused(): Fault {
  return sqlFun.MCP_NOT_ALLOWED(TOKEN_REFUSED.context, TOKEN_REFUSED.given);
}

export const MAX_CLIENTS = 1000;

export const TOO_MANY_CLIENTS = {
  message: 'Too many connections',
  details: `The server has ${MAX_CLIENTS} clients, its limit. Close one, then connect again`,
  suggestion: 'Close another client, then call again',
  effect: 'none',
} as const;

export interface HelloClient {
  readonly context: ClientContext;
  readonly project: string;
  readonly schema: string | undefined;
}

export async function readHello(params: unknown, allowed: readonly string[]): Promise<HelloClient> {
  const { context, project, schema } = objectOrEmpty(params);
  if (context === undefined) throw wrong('context');
  const known = CLIENT_CONTEXTS.find((one) => one === context);
  if (known === undefined) throw wrong('context', `is one of ${CLIENT_CONTEXTS.join(', ')}`);
  if (!allowed.includes(known)) throw sqlFun.MCP_NOT_ALLOWED({ target: 'context', name: known });
  if (project === undefined) throw wrong('project');
  if (typeof project !== 'string' || !isAbsolute(project) || project.includes('\0')) {
    throw wrong('project', 'is the absolute path of a folder');
  }
  if (schema !== undefined && typeof schema !== 'string') throw wrong('schema', 'is a string');
  await assertFolder(project);
  return { context: known, project, schema };
}

/** The schema that a client works with; unknown where the config does not say, and then each method will say why. */
export async function schemaOf({ project, schema }: HelloClient): Promise<string | null> {
  if (schema !== undefined) return schema;
  const config = await readProjectConfig(project).catch(() => undefined);
  return config?.default ?? null;
}

async function assertFolder(name: string): Promise<void> {
  const failure = (error_type: string, cause?: unknown) =>
    sqlFun.SCHEMA_IO_FAILURE({ target: 'directory', name, error_type }, { cause });
  const stats = await stat(name).catch((cause: unknown) => {
    throw failure(errorType(cause), cause);
  });
  if (!stats.isDirectory()) throw failure('ENOTDIR');
}

/** −32030 for a parameter that breaks a rule; without one, for a parameter that is missing. */
function wrong(name: string, rule?: string): Fault {
  return sqlFun.MISSING_PARAMETER(
    { target: 'parameter', name: `params.${name}` },
    rule === undefined ? {} : { message: 'Invalid parameter', details: `params.${name} ${rule}` },
  );
}

/** Calls back when no client was connected for a while; with 0 milliseconds it never does. */
export function createIdleClock(milliseconds: number, onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let held = 0;
  const touch = (): void => {
    clearTimeout(timer);
    if (held === 0 && milliseconds > 0) timer = setTimeout(onIdle, milliseconds);
  };
  /** A client is there until the returned function is called. */
  const hold = (): (() => void) => {
    let holding = 1;
    held += 1;
    clearTimeout(timer);
    return () => {
      held -= holding;
      holding = 0;
      touch();
    };
  };
  /** It does not count before it is started, nor after it was stopped. */
  return { start: hold(), stop: (): void => void hold(), touch, hold };
}

export type IdleClock = ReturnType<typeof createIdleClock>;
