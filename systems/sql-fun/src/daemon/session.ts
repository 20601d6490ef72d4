import process from 'node:process';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { membersOf } from '@errata/core/contract';
import type { Params } from '@errata/core/codec';
import type { Fault } from '@errata/core/fault';
import type { CallInfo, Handler } from '@errata/core/server';
import type { DaemonState } from './daemon-state.js';
import { readHello, schemaOf, type Guest } from './read-hello.js';
import { isToken } from './token.js';

/** What one client is known by, and what it may ask. */
export class Session {
  /** `refused`: it had no token, or there was no room for it. It gets no further answers. */
  state: 'new' | 'known' | 'refused' = 'new';
  private readonly daemon: DaemonState;
  private readonly admit: () => boolean;
  private readonly release: (() => void)[] = [];
  private guest: Promise<Guest> | undefined = undefined;
  /** The id that was selected after the greeting. */
  private selected: string | undefined = undefined;

  /** `admit` says whether there is room for one more client. */
  constructor(daemon: DaemonState, admit: () => boolean) {
    this.daemon = daemon;
    this.admit = admit;
  }

  /** What can be asked, by method. */
  handlers(): Readonly<Record<string, Handler>> {
    const { methods } = this.daemon;
    return {
      ...Object.fromEntries(methods.map((name) => [name, this.work])),
      hello: this.hello,
      ping: () => ({}),
      shutdown: this.shutDown,
    };
  }

  refuse(): void {
    this.state = 'refused';
  }

  end(): void {
    for (const release of this.release.splice(0)) release();
  }

  private readonly hello: Handler = async (params) => {
    const { token, contexts, clock, pool, version } = this.daemon;
    if (!isToken(membersOf(params)['token'], token)) {
      this.refuse();
      throw tokenRefused();
    }
    if (this.state === 'new') {
      if (!this.admit()) {
        this.refuse();
        throw sqlFun.INTERNAL_ERROR({}, TOO_MANY_CLIENTS);
      }
      this.release.push(clock.hold());
    }
    this.state = 'known';
    this.selected = undefined;
    this.guest = readHello(params, contexts);
    const guest = await this.guest;
    pool.warm(guest);
    return {
      server: 'sql-fun-server',
      version,
      pid: process.pid,
      contexts,
      schema: await schemaOf(guest),
    };
  };

  private readonly work: Handler = async (params, { method, signal }: CallInfo) => {
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
    if (method === 'select_schema') this.select(membersOf(params)['schema']);
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

  private select(id: unknown): void {
    if (typeof id === 'string') this.selected = id;
  }

  /** A client may go on without waiting for the answer to its hello; what failed it fails the rest too. */
  private greeted(): Promise<Guest> {
    return this.guest ?? Promise.reject(tokenRefused());
  }
}

/** What is said to whoever does not show the token first; never what the token is. */
export const TOKEN_REFUSED = {
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
