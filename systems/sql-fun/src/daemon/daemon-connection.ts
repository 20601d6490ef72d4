import { sqlFunContract } from '@errata/catalogs/sql-fun';
import {
  createParser,
  encodeBatch,
  type IdText,
  type Incoming,
  type Problem,
  type RequestMessage,
  type SingleMessage,
} from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import {
  createServer,
  type Connection,
  type Deliver,
  type Exchange,
  type Maybe,
  type Met,
} from '@errata/core/server';
import type { Channel } from '@errata/edges/tcp';
import type { DaemonState } from './daemon-state.js';
import { Session, TOKEN_REFUSED } from './session.js';

const MODERN = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const REFUSED: Met = { condition: 'forbidden', ...TOKEN_REFUSED };

const parse = createParser({ era: 'jsonrpc' });

/** One client. Each of its requests is answered with the numbers of the revision that it names. */
export class DaemonConnection implements Connection {
  private readonly session: Session;
  private readonly plain: Connection;
  private readonly modern: Connection;
  private readonly hangUp: () => void;

  constructor(daemon: DaemonState, channel: Channel) {
    this.session = new Session(daemon, () => channel.admit?.() ?? true);
    this.hangUp = () => channel.end?.('The client was refused');
    const options = {
      contract: sqlFunContract,
      methods: this.session.handlers(),
      redactor: daemon.redactor,
      ...(daemon.onFault && { onFault: daemon.onFault }),
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
    if (incoming.kind !== 'batch') return this.single(incoming, exchange);
    const replies = incoming.messages.map((message) => this.single(message, exchange));
    const settled = await Promise.all(replies);
    return encodeBatch(settled.filter((reply) => reply !== undefined));
  }

  refuse(met: Met, id?: IdText, exchange?: Exchange): string {
    return this.plain.refuse(met, id, exchange);
  }

  close(why?: unknown): void {
    this.session.end();
    this.plain.close(why);
    this.modern.close(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    this.plain.abandon(thrown, deliver);
    this.modern.abandon(thrown, deliver);
  }

  private single(
    message: SingleMessage | Problem,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    switch (message.kind) {
      case 'request':
        return this.request(message, exchange);
      case 'problem':
        if (this.session.state === 'new') this.refuseRest();
        return this.plain.handle(message, exchange);
      case 'notification':
      case 'response':
        return undefined; // nothing is done unasked, and nothing is asked of clients
    }
  }

  private request(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { session } = this;
    const server = isModern(message.params) ? this.modern : this.plain;
    const heard =
      session.state === 'known' || (session.state === 'new' && message.method === 'hello');
    const reply = heard
      ? server.handle(message, exchange)
      : server.refuse(REFUSED, message.id, exchange);
    if (!heard || session.state === 'refused') this.refuseRest();
    return reply;
  }

  private refuseRest(): void {
    this.session.refuse();
    // Not before the reply is on its way.
    setImmediate(this.hangUp);
  }
}

function isModern(params: unknown): boolean {
  return membersOf(membersOf(params)['_meta'])[VERSION_KEY] === MODERN;
}
