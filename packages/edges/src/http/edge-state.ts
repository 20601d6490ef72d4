import { createParser, ignoringErrors, type Connection, type Parse } from '@errata/core/internal';
import type { Delivery, Source } from './delivery.js';
import { createOriginCheck, type OriginCheck } from './request-head.js';
import { Places, type HttpPlace } from './places.js';
import { createRefusals, type Refusals } from './refusals.js';
import { Sessions } from './sessions.js';
import { resolveSettings, type HttpEdgeOptions, type HttpSettings } from './settings.js';

/** What an edge keeps beyond one request. */
export interface EdgeState {
  readonly settings: HttpSettings;
  readonly originCheck: OriginCheck;
  readonly refusals: Refusals;
  readonly parse: Parse;
  readonly sessions: Sessions | undefined;
  readonly alone: Alone;
  /** Subscriptions of 2026-07-28. */
  readonly streams: Places<HeldStream>;
  draining: boolean;
}

/** A request with a stream: it is answered when the stream ends. */
export interface HeldStream extends HttpPlace, Source {
  readonly use: 'listening';
  end(): void;
}

/** Connections that were made for one message, while that is worked on. */
export class Alone implements Source {
  readonly connections = new Set<Connection>();

  settled({ connection }: Delivery, _reply: string | undefined, why: string): void {
    this.connections.delete(connection);
    // Core's connections do not throw. Others may, but the client that is answered has nothing to do with it.
    ignoringErrors(() => connection.close(why));
  }
}

export function createEdgeState(options: HttpEdgeOptions): EdgeState {
  const settings = resolveSettings(options);
  const { sessionOptions, now, limits, plain } = settings;
  const randomUUID = () => sessionId((options.randomUUID ?? (() => crypto.randomUUID()))());
  return {
    settings,
    originCheck: createOriginCheck(options),
    refusals: createRefusals(settings),
    // Revisions of MCP read a body alike but for batches, which are let through here and judged when the era is known.
    parse: createParser({ era: plain ? 'jsonrpc' : '2025-03-26', limits }),
    sessions: settings.hasSessions
      ? new Sessions({ ...sessionOptions, now, randomUUID })
      : undefined,
    alone: new Alone(),
    streams: new Places(sessionOptions),
    draining: false,
  };
}

/** MCP, session management: visible ASCII only. Anything else would break the answer that carries it. */
function sessionId(made: string): string {
  if (/^[\x21-\x7e]+$/.test(made)) return made;
  throw new TypeError('a session id has to be visible ASCII');
}
