import type { Era } from '@errata/core/era';
import type { Connection } from '@errata/core/server';
import { Session } from './session.js';

export interface SessionOptions {
  /** Milliseconds after which a session that nobody uses ends; 30 minutes unless told. */
  readonly idleTimeout?: number;
  /** How many there may be at a time; 10,000 unless told. */
  readonly max?: number;
}

export interface SessionsSettings extends Required<SessionOptions> {
  readonly now: () => number;
  readonly randomUUID: () => string;
}

export const DEFAULT_SESSIONS: Required<SessionOptions> = {
  idleTimeout: 30 * 60 * 1000,
  max: 10_000,
};

/** The sessions of an edge, the one that was unused for longest first. */
export class Sessions {
  private readonly settings: SessionsSettings;
  private readonly byId = new Map<string, Session>();

  constructor(settings: SessionsSettings) {
    this.settings = settings;
  }

  get size(): number {
    return this.byId.size;
  }

  /** A new session; undefined where there are too many and none of them can be ended. */
  open(
    era: Era,
    owner: string | undefined,
    connect: (session: Session) => Connection,
  ): Session | undefined {
    this.sweep();
    if (this.byId.size >= this.settings.max && !this.evict()) return undefined;
    const session = new Session(this.settings.randomUUID(), owner, era, this.settings.now());
    session.connection = connect(session);
    this.byId.set(session.id, session);
    return session;
  }

  /** The session of an id that a client sent, which counts as a sign of life. That of somebody else is none. */
  find(id: string, owner: string | undefined): Session | undefined {
    this.sweep();
    const session = this.byId.get(id);
    if (session?.owner !== owner) return undefined;
    if (session !== undefined) this.touch(session);
    return session;
  }

  /** It was used just now: a long call is not idleness. */
  touch(session: Session): void {
    if (!this.byId.delete(session.id)) return;
    session.seen = this.settings.now();
    this.byId.set(session.id, session);
  }

  end(session: Session, why: string): void {
    this.byId.delete(session.id);
    session.end(why);
  }

  connections(): Connection[] {
    return [...this.byId.values()].map(({ connection }) => connection);
  }

  /** Streams end, so that whoever waits for the sockets can go on; requests in progress do not. */
  hangUp(): void {
    for (const session of this.byId.values()) session.hangUp();
  }

  endAll(why: string): void {
    for (const session of this.byId.values()) this.end(session, why);
  }

  /** Done in passing rather than by a timer: the first few of the map are all that need to be looked at. */
  private sweep(): void {
    const latest = this.settings.now() - this.settings.idleTimeout;
    for (const session of this.byId.values()) {
      if (session.seen > latest) return;
      if (session.busy) this.touch(session);
      else this.end(session, 'The session was idle for too long');
    }
  }

  private evict(): boolean {
    for (const session of this.byId.values()) {
      if (session.busy) continue;
      this.end(session, 'Another session needs its place');
      return true;
    }
    return false;
  }
}
