import type { Era } from '@errata/core/era';
import type { Connection } from '@errata/core/server';
import type { Channel } from '../channel.js';
import { endConnection } from './end-connection.js';
import { EventStream } from './event-stream.js';
import type { HttpAnswer, HttpHead } from './http-messages.js';
import { streamAnswer } from './answer.js';
import type { Caller } from './owner.js';
import type { Place } from './places.js';

/** One client between `initialize` and the end: its connection, its revision and the stream it listens on. */
export class Session implements Channel, Place {
  readonly id: string;
  /** Who opened it, where that is known: nobody else may use it. */
  readonly owner: string | undefined;
  readonly holder: string;
  /** What `initialize` settled on; until then, what it will probably be. */
  era: Era;
  /** When it was last heard of. */
  seen: number;
  connection!: Connection;
  private stream: EventStream | undefined = undefined;

  constructor(id: string, { owner, holder }: Caller, era: Era, seen: number) {
    this.id = id;
    this.owner = owner;
    this.holder = holder;
    this.era = era;
    this.seen = seen;
  }

  get use(): Place['use'] {
    if (this.connection.inFlight > 0) return 'working';
    return this.stream === undefined ? 'idle' : 'listening';
  }

  get listening(): boolean {
    return this.stream !== undefined;
  }

  /** Said while nobody listens, it is lost: there is no store to replay from. */
  send(text: string): void {
    this.stream?.send(text);
  }

  /** The answer to GET: whatever the server has to say unasked. */
  listen(head: HttpHead, keepAlive: number): HttpAnswer {
    const stream = new EventStream(keepAlive);
    this.stream = stream;
    head.onClosed(() => {
      stream.end();
      // A client that comes back must not be told that it listens already.
      if (this.stream === stream) this.stream = undefined;
    });
    return streamAnswer((sink) => stream.start(sink));
  }

  hangUp(): void {
    this.stream?.end();
    this.stream = undefined;
  }

  end(why: string): void {
    this.hangUp();
    endConnection(this.connection, why);
  }
}
