import { timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { createParser, encodeBatch, type Incoming } from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import type { Fault } from '@errata/core/fault';
import {
  createServer,
  type Connection,
  type Exchange,
  type Handler,
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
export function createDaemonConnection(daemon: DaemonState, channel: Channel): Connection {
  /** `refused`: it had no token, or there was no room for it. It gets no further answers. */
  let state: 'new' | 'known' | 'refused' = 'new';
  let release: (() => void) | undefined;
  let guest: Promise<Guest> | undefined;
  /** The id that was selected after the greeting. */
  let selected: string | undefined;
  /** A client may go on without waiting for the answer to its hello; what failed it fails the rest too. */
  const greeted = () => guest ?? Promise.reject(tokenRefused());

  const hello: Handler = async (params) => {
    const { token, contexts, clock, pool, version } = daemon;
    if (!isToken(membersOf(params)['token'], token)) {
      state = 'refused';
      throw tokenRefused();
    }
    if (state === 'new') {
      if (channel.admit?.() === false) {
        state = 'refused';
        throw sqlFun.INTERNAL_ERROR({}, TOO_MANY_CLIENTS);
      }
      release = clock.hold();
    }
    state = 'known';
    selected = undefined;
    guest = readHello(params, contexts);
    const known = await guest;
    pool.warm(known);
    const schema = await schemaOf(known);
    return { server: 'sql-fun-server', version, pid: process.pid, contexts, schema };
  };

  const work: Handler = async (params, { method, signal }) => {
    const { context, project, schema } = await greeted();
    const id = selected ?? schema;
    const asked = { method, params, project, context, ...(id !== undefined && { schema: id }) };
    const result = await daemon.pool.run(asked, { signal, client: channel });
    const { schema: named } = membersOf(params);
    if (method === 'select_schema' && typeof named === 'string') selected = named;
    return result;
  };

  const shutdown: Handler = async () => {
    const { context } = await greeted();
    if (context !== 'cli') {
      throw sqlFun.MCP_NOT_ALLOWED(
        { target: 'method', name: 'shutdown' },
        { details: 'Only the context cli may end the server' },
      );
    }
    daemon.shutDown();
    return {};
  };

  const { methods, redactor, onFault } = daemon;
  const working = Object.fromEntries(methods.map((name) => [name, work]));
  const options = {
    contract: sqlFunContract,
    methods: { ...working, hello, ping: () => ({}), shutdown },
    ...(redactor && { redactor }),
    ...(onFault && { onFault }),
  };
  const plain = createServer({ ...options, era: 'jsonrpc' });
  const modern = createServer({ ...options, era: MODERN });

  const refuseRest = (): void => {
    state = 'refused';
    // Not before the reply is on its way.
    setImmediate(() => channel.end?.('The client was refused'));
  };

  const handle = async (incoming: Incoming, exchange?: Exchange): Promise<string | undefined> => {
    switch (incoming.kind) {
      case 'batch': {
        const replies = incoming.messages.map((message) => handle(message, exchange));
        const settled = await Promise.all(replies);
        return encodeBatch(settled.filter((reply) => reply !== undefined));
      }
      case 'request': {
        const { id, method, params } = incoming;
        const { [VERSION_KEY]: version } = membersOf(membersOf(params)['_meta']);
        const server = version === MODERN ? modern : plain;
        const heard = state === 'known' || (state === 'new' && method === 'hello');
        const reply = heard
          ? server.handle(incoming, exchange)
          : server.refuse({ condition: 'forbidden', ...TOKEN_REFUSED }, id, exchange);
        if (!heard || state === 'refused') refuseRest();
        return reply;
      }
      case 'problem':
        if (state === 'new') refuseRest();
        return plain.handle(incoming, exchange);
      default:
        return undefined; // nothing is done unasked, and nothing is asked of clients
    }
  };

  return {
    get inFlight() {
      return plain.inFlight + modern.inFlight;
    },
    receive: (input, exchange) => handle(parse(input), exchange),
    handle,
    refuse: plain.refuse,
    close(why) {
      release?.();
      for (const server of [plain, modern]) server.close(why);
    },
    abandon(thrown, deliver) {
      for (const server of [plain, modern]) server.abandon(thrown, deliver);
    },
  };
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
