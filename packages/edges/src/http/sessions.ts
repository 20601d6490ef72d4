import type { Era } from '@errata/core';
import { ignoringErrors, type Connection } from '@errata/core/internal';
import type { Channel } from '../channel.js';
import { streamAnswer, type HttpResponse, type HttpHead } from './http-messages.js';
import { EventStream } from './event-stream.js';
import type { HttpCaller } from './owner.js';
import { Places, type HttpPlace, type PlaceLimits } from './places.js';

/** How many sessions there are, and how long they live. */
export interface SessionOptions {
  /** Milliseconds after which an unused session ends. Default: 30 minutes. */
  readonly idleTimeout?: number;
  /** The maximum number of sessions. Default: 10,000; with `serve`, 512, because each session has a server. */
  readonly max?: number;
  /** The limit of one user, or of one address if the user is unknown. Default: a quarter of `max`. */
  readonly perOwner?: number;
}

export interface SessionsSettings extends PlaceLimits {
  readonly idleTimeout: number;
  readonly now: () => number;
  readonly randomUUID: () => string;
}

/** The options with their defaults. Throws where one is not a number that makes sense. */
export function resolveSessionOptions(options: SessionOptions): Required<SessionOptions> {
  const { idleTimeout = 30 * 60 * 1000, max = 10_000 } = options;
  const { perOwner = Math.max(1, Math.floor(max / 4)) } = options;
  for (const [name, value] of Object.entries({ idleTimeout, max, perOwner })) {
    if (typeof value === 'number' && value > 0) continue;
    throw new TypeError(`sessions.${name} has to be a number above 0, not ${String(value)}`);
  }
  return { idleTimeout, max, perOwner };
}

/** The sessions of an edge. */
export class Sessions {
  readonly #settings: SessionsSettings;
  /** The one that was unused for longest first. */
  readonly #byId = new Map<string, Session>();
  readonly #places: Places<Session>;

  constructor(settings: SessionsSettings) {
    this.#settings = settings;
    this.#places = new Places(settings);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** A new session; undefined where there are too many and none of them can be ended. */
  open(
    era: Era,
    caller: HttpCaller,
    connect: (session: Session) => Connection,
  ): Session | undefined {
    this.#sweep();
    const inTheWay = this.#places.toEndFor(caller.holder);
    if (inTheWay === 'full') return undefined;
    const session = new Session(
      this,
      this.#settings.randomUUID(),
      caller,
      era,
      this.#settings.now(),
    );
    session.connection = connect(session);
    if (inTheWay !== undefined) this.end(inTheWay, 'Another session needs its place');
    this.#byId.set(session.id, session);
    this.#places.add(session);
    return session;
  }

  /** The session with this id, if it belongs to the caller. The lookup counts as activity. */
  find(id: string, { owner }: HttpCaller): Session | undefined {
    this.#sweep();
    const session = this.#byId.get(id);
    if (session?.owner !== owner) return undefined;
    if (session !== undefined) this.touch(session);
    return session;
  }

  /** It was used just now: a long call is not idleness. */
  touch(session: Session): void {
    if (!this.#byId.delete(session.id)) return;
    session.seen = this.#settings.now();
    this.#byId.set(session.id, session);
    this.#places.add(session);
  }

  end(session: Session, why: string): void {
    this.#byId.delete(session.id);
    this.#places.delete(session);
    session.end(why);
  }

  connections(): Connection[] {
    return [...this.#byId.values()].map(({ connection }) => connection);
  }

  /** Streams end, so that the sockets can close; requests in progress do not. */
  hangUp(): void {
    for (const session of this.#byId.values()) session.hangUp();
  }

  endAll(why: string): void {
    for (const session of this.#byId.values()) this.end(session, why);
  }

  /** Done in passing rather than by a timer: the first few of the map are all that need to be looked at. */
  #sweep(): void {
    const latest = this.#settings.now() - this.#settings.idleTimeout;
    for (const session of this.#byId.values()) {
      if (session.seen > latest) return;
      if (session.use === 'idle') this.end(session, 'The session was idle for too long');
      else this.touch(session);
    }
  }
}

/** One client between `initialize` and the end: its connection, its revision and the stream it listens on. */
export class Session implements Channel, HttpPlace {
  readonly id: string;
  /** The user who opened it, if known: no other user may use it. */
  readonly owner: string | undefined;
  readonly holder: string;
  /** What `initialize` settled on; until then, what it will probably be. */
  era: Era;
  /** The time of its last activity. */
  seen: number;
  connection!: Connection;
  readonly #sessions: Sessions;
  #stream: EventStream | undefined = undefined;

  constructor(
    sessions: Sessions,
    id: string,
    { owner, holder }: HttpCaller,
    era: Era,
    seen: number,
  ) {
    this.#sessions = sessions;
    this.id = id;
    this.owner = owner;
    this.holder = holder;
    this.era = era;
    this.seen = seen;
  }

  get use(): HttpPlace['use'] {
    if (this.connection.inFlight > 0) return 'working';
    return this.#stream === undefined ? 'idle' : 'listening';
  }

  get listening(): boolean {
    return this.#stream !== undefined;
  }

  /** A message of it is answered, which counts as a sign of life too. */
  settled(): void {
    this.#sessions.touch(this);
  }

  /** Without a listener it is lost: events are not stored for replay. */
  send(text: string): void {
    this.#stream?.send(text);
  }

  /** The response to GET: messages of the server that are not replies. */
  listen(head: HttpHead, keepAlive: number): HttpResponse {
    const stream = new EventStream(keepAlive);
    this.#stream = stream;
    head.onClosed(() => {
      stream.end();
      // A client that comes back must not be told that it listens already.
      if (this.#stream === stream) this.#stream = undefined;
    });
    return streamAnswer((sink) => stream.start(sink));
  }

  hangUp(): void {
    this.#stream?.end();
    this.#stream = undefined;
  }

  end(why: string): void {
    this.hangUp();
    // Core's connections do not throw; others may.
    ignoringErrors(() => this.connection.close(why));
  }
}
