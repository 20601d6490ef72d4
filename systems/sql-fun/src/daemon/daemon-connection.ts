import { timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import {
  createParser,
  encodeBatch,
  type IdText,
  type Incoming,
  type Params,
  type RequestMessage,
} from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import type { Fault } from '@errata/core/fault';
import {
  createServer,
  type Connection,
  type Deliver,
  type Exchange,
  type Handler,
  type Maybe,
  type Met,
  type ServerOptions,
} from '@errata/core/server';
import type { Channel } from '@errata/edges/tcp';
import type { ClientContext, SchemaPools } from '../worker/index.js';
import { readHello, schemaOf, type Guest } from './hello.js';
import type { IdleClock } from './idle-clock.js';

/** What all clients of a daemon have in common. */
export interface DaemonState extends Pick<ServerOptions, 'redactor' | 'onFault'> {
  readonly token: string;
  readonly version: string;
  readonly contexts: readonly ClientContext[];
  /** The methods that workers have. */
  readonly methods: readonly string[];
  readonly pool: SchemaPools;
  readonly clock: IdleClock;
  /** End the daemon, once what is being answered was sent. */
  shutDown(): void;
}

const MODERN = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

const parse = createParser({ era: 'jsonrpc' });

/** One client: what it is known by, and what it may ask. Each request is answered with the numbers of the revision that it names. */
export class DaemonConnection implements Connection {
  /** `refused`: it had no token, or there was no room for it. It gets no further answers. */
  private state: 'new' | 'known' | 'refused' = 'new';
  private readonly daemon: DaemonState;
  private readonly channel: Channel;
  private readonly plain: Connection;
  private readonly modern: Connection;
  private release: (() => void) | undefined;
  private guest: Promise<Guest> | undefined;
  /** The id that was selected after the greeting. */
  private selected: string | undefined;

  constructor(daemon: DaemonState, channel: Channel) {
    this.daemon = daemon;
    this.channel = channel;
    const { methods, redactor, onFault } = daemon;
    const options = {
      contract: sqlFunContract,
      methods: {
        ...Object.fromEntries(methods.map((name) => [name, this.work])),
        hello: this.hello,
        ping: () => ({}),
        shutdown: this.shutDown,
      },
      ...(redactor && { redactor }),
      ...(onFault && { onFault }),
    };
    this.plain = createServer({ ...options, era: 'jsonrpc' });
    this.modern = createServer({ ...options, era: MODERN });
  }

  get inFlight(): number {
    return this.plain.inFlight + this.modern.inFlight;
  }

  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined> {
    return this.handle(parse(input), exchange);
  }

  async handle(incoming: Incoming, exchange?: Exchange): Promise<string | undefined> {
    switch (incoming.kind) {
      case 'batch': {
        const replies = incoming.messages.map((message) => this.handle(message, exchange));
        const settled = await Promise.all(replies);
        return encodeBatch(settled.filter((reply) => reply !== undefined));
      }
      case 'request':
        return this.request(incoming, exchange);
      case 'problem':
        if (this.state === 'new') this.refuseRest();
        return this.plain.handle(incoming, exchange);
      default:
        return undefined; // nothing is done unasked, and nothing is asked of clients
    }
  }

  refuse(met: Met, id?: IdText, exchange?: Exchange): string {
    return this.plain.refuse(met, id, exchange);
  }

  close(why?: unknown): void {
    this.release?.();
    this.plain.close(why);
    this.modern.close(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    this.plain.abandon(thrown, deliver);
    this.modern.abandon(thrown, deliver);
  }

  private request(message: RequestMessage, exchange?: Exchange): Maybe<string | undefined> {
    const { _meta: meta } = membersOf(message.params);
    const server = membersOf(meta)[VERSION_KEY] === MODERN ? this.modern : this.plain;
    const heard = this.state === 'known' || (this.state === 'new' && message.method === 'hello');
    const reply = heard
      ? server.handle(message, exchange)
      : server.refuse({ condition: 'forbidden', ...TOKEN_REFUSED }, message.id, exchange);
    if (!heard || this.state === 'refused') this.refuseRest();
    return reply;
  }

  private refuseRest(): void {
    this.state = 'refused';
    // Not before the reply is on its way.
    setImmediate(() => this.channel.end?.('The client was refused'));
  }

  private readonly hello: Handler = async (params) => {
    const { token, contexts, clock, pool, version } = this.daemon;
    if (!isToken(membersOf(params)['token'], token)) {
      this.state = 'refused';
      throw tokenRefused();
    }
    if (this.state === 'new') {
      if (this.channel.admit?.() === false) {
        this.state = 'refused';
        throw sqlFun.INTERNAL_ERROR({}, TOO_MANY_CLIENTS);
      }
      this.release = clock.hold();
    }
    this.state = 'known';
    this.selected = undefined;
    this.guest = readHello(params, contexts);
    const guest = await this.guest;
    pool.warm(guest);
    const schema = await schemaOf(guest);
    return { server: 'sql-fun-server', version, pid: process.pid, contexts, schema };
  };

  private readonly work: Handler = async (params, { method, signal }) => {
    const { context, project, schema } = await this.greeted();
    const id = this.selected ?? schema;
    const result = await this.daemon.pool.run(
      {
        method,
        params: withoutMeta(params),
        project,
        context,
        ...(id !== undefined && { schema: id }),
      },
      { signal, client: this },
    );
    const { schema: named } = membersOf(params);
    if (method === 'select_schema' && typeof named === 'string') this.selected = named;
    return result;
  };

  private readonly shutDown: Handler = async () => {
    const { context } = await this.greeted();
    if (context !== 'cli') {
      throw sqlFun.MCP_NOT_ALLOWED(
        { target: 'method', name: 'shutdown' },
        { details: 'Only the context cli may end the server' },
      );
    }
    this.daemon.shutDown();
    return {};
  };

  /** A client may go on without waiting for the answer to its hello; what failed it fails the rest too. */
  private greeted(): Promise<Guest> {
    return this.guest ?? Promise.reject(tokenRefused());
  }
}

/** What is said to whoever does not show the token first; never what the token is. */
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

/** Whether it is the token, in a time that does not tell how much of it was right. */
function isToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false;
  const bytes = Buffer.from(given);
  const expected = Buffer.from(token);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** The most clients that a daemon serves at a time. */
export const MAX_CLIENTS = 1000;

export const TOO_MANY_CLIENTS = {
  message: 'Too many connections',
  details: `The server has ${MAX_CLIENTS} clients, its limit. Close one, then connect again`,
  suggestion: 'Close another client, then call again',
  effect: 'none',
} as const;

function withoutMeta(params: Params | undefined): unknown {
  if (params === undefined || Array.isArray(params)) return params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== '_meta'));
}
