import type { RequestListener } from 'node:http';
import { MCP_REVISIONS } from '@errata/catalogs/mcp';
import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  A_STRING,
  AN_AMOUNT,
  AN_INTEGER,
  AN_OBJECT,
  assertContract,
  assertOptions,
  type Budget,
  DEFAULT_LIMITS,
  type Limits,
  MILLISECONDS,
  type AllowedOptions,
  MODERN,
  type Connection,
  type Maybe,
  ERA_RULES,
} from '@errata/core/internal';
import type { Contract, Era, Fault, Redactor, OnFault } from '@errata/core';
import type { Channel } from '../channel.js';
import type { HttpHead, ParamHeaders } from './http-messages.js';
import type { OriginOptions } from './request-head.js';
import { createCallerOf } from './owner.js';
import { resolveSessionOptions, type SessionOptions } from './sessions.js';

/** Facts about a new connection. */
export interface OpenInfo {
  readonly era: Era;
  /** Messages to the client outside its requests; dropped without a session. */
  readonly channel: Channel;
  readonly sessionId?: string;
  /** The caller, as `authorize` returned it. */
  readonly auth?: unknown;
}

/** The options of the edge. Only `contract` and `open` have no default. */
export interface HttpEdgeOptions extends OriginOptions {
  /** The contract for the edge's own refusals. */
  readonly contract: Contract;
  /** Makes the connection behind the edge: one per session, or one per request where there are none. */
  readonly open: (info: OpenInfo) => Connection;
  /** Which revisions are served: all of MCP that the catalog allows, or `['jsonrpc']`. */
  readonly eras?: readonly Era[];
  /** Sessions of the revisions up to 2025-11-25; false serves them without any state. */
  readonly sessions?: boolean | SessionOptions;
  /** Returns the caller, which becomes `exchange.auth`, or throws a refusal. */
  readonly authorize?: (request: HttpHead) => Maybe<unknown>;
  /**
   * Maps the `authorize` result to the session's owner; other callers get 404. Default: its `sub`, else `user.id`, else `id`; if it has
   * none, sessions are refused. `false`: every caller with the id may use the session.
   */
  readonly ownerOf?: ((auth: unknown) => string) | false;
  /** How many proxies in front add to `X-Forwarded-For`; `true` is one. Default: none, the address is that of the socket. */
  readonly trustProxy?: boolean | number;
  /** A header with the ref of each request, such as `X-Correlation-ID`: in every answer, and the same ref in body and record. */
  readonly refHeader?: string;
  /** `WWW-Authenticate` of a 401 or 403. */
  readonly challenge?: string | ((fault: Fault, request: HttpHead) => string | undefined);
  /** The arguments of a tool that clients repeat as `Mcp-Param-*` headers. */
  readonly paramHeaders?: ParamHeaders;
  /** Default: 4 MiB of body, the rest as in the codec. */
  readonly limits?: Partial<Limits>;
  /** Milliseconds until a body must be complete; 0 for no limit. Default: 30 s. */
  readonly bodyTimeout?: number;
  /** Bytes that may wait for a slow reader of a stream before it is cut off; default: 1 MiB. */
  readonly maxBuffered?: number;
  /** Milliseconds between comments on an event stream; 0 for none. Default: 15 s. */
  readonly keepAlive?: number;
  /** Gets the full record of everything that the edge itself refused. */
  readonly onFault?: OnFault;
  readonly redactor?: Redactor;
  readonly budget?: Partial<Budget>;
  readonly now?: () => number;
  readonly randomUUID?: () => string;
}

/** Where to listen, and what happens at the end. Every option has a default. */
export interface ListenOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  readonly path?: string;
  /** What is answered on other paths, such as that of OAuth's resource metadata. */
  readonly routes?: Readonly<Record<string, RequestListener>>;
  /**
   * An unhandled rejection is reported and ends nothing, an uncaught exception and a signal answer what is in progress before the process
   * ends. Default: true. Where the program listens for them itself, it decides.
   */
  readonly guardProcess?: boolean;
  /** Milliseconds for what is in progress at the end; the rest is answered that it was cancelled. Default: 10 s. */
  readonly drain?: number;
  /** Called when closing begins: what is in progress gets a while longer. */
  readonly draining?: () => void;
  /** Cleanup at the end. Runs once, and the process waits for it. */
  readonly ending?: () => Promise<unknown>;
}

export interface HttpSettings extends HttpEdgeOptions {
  /** Newest first, as they are named to clients. */
  readonly served: readonly Era[];
  readonly modern: boolean;
  /** The newest revision with a handshake. */
  readonly legacy: Era | undefined;
  readonly plain: boolean;
  /** Whether revisions with a handshake have sessions. */
  readonly hasSessions: boolean;
  readonly sessionOptions: Required<SessionOptions>;
  readonly callerOf: ReturnType<typeof createCallerOf>;
  readonly now: () => number;
  readonly limits: Limits;
  readonly bodyTimeout: number;
  readonly maxBuffered: number;
  readonly keepAlive: number;
}

/** A timer that is set for longer, for Infinity too, goes off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const MAX_BYTES = 4 * 1024 * 1024;

/** Fills in defaults. Mistakes throw here and not at the first request. */
export function resolveSettings(options: HttpEdgeOptions): HttpSettings {
  assertOptions('createHttpEdge', options, HTTP_OPTIONS);
  assertContract(options.contract);
  if (typeof options.open !== 'function') {
    throw new TypeError(
      'open has to be a function that makes a connection: open: serveMethods({ … })',
    );
  }
  const served = resolveEras(options);
  const legacy = served.find((era) => ERA_RULES[era].mcp && era !== MODERN);
  const { sessions = true } = options;
  return {
    ...options,
    served,
    legacy,
    modern: served.includes(MODERN),
    plain: served.includes('jsonrpc'),
    hasSessions: sessions !== false && legacy !== undefined,
    sessionOptions: resolveSessionOptions(typeof sessions === 'object' ? sessions : {}),
    callerOf: createCallerOf(options),
    now: options.now ?? Date.now,
    limits: { ...DEFAULT_LIMITS, maxBytes: MAX_BYTES, ...options.limits },
    bodyTimeout: Math.min(options.bodyTimeout ?? 30_000, LONGEST_TIMER),
    maxBuffered: options.maxBuffered ?? 1024 * 1024,
    keepAlive: Math.min(options.keepAlive ?? 15_000, LONGEST_TIMER),
  };
}

/** Of the edge and of `serveHttp`, which are often given the same object. */
export const HTTP_OPTIONS: AllowedOptions<HttpEdgeOptions & ListenOptions> = {
  ...{ contract: [], open: [], eras: [A_LIST], sessions: [A_BOOLEAN, AN_OBJECT] },
  ...{ authorize: [A_FUNCTION], ownerOf: [], trustProxy: [], refHeader: [A_STRING] },
  ...{ challenge: [A_STRING, A_FUNCTION], paramHeaders: [A_FUNCTION], limits: [AN_OBJECT] },
  ...{ allowedHosts: ['*', A_LIST], allowedOrigins: ['*', A_LIST], bodyTimeout: [MILLISECONDS] },
  ...{ maxBuffered: [AN_AMOUNT], keepAlive: [MILLISECONDS], onFault: [A_FUNCTION] },
  ...{ redactor: [AN_OBJECT], budget: [AN_OBJECT], now: [A_FUNCTION], randomUUID: [A_FUNCTION] },
  ...{ port: [AN_INTEGER], host: [A_STRING], path: [A_STRING], routes: [AN_OBJECT] },
  ...{ guardProcess: [A_BOOLEAN], drain: [MILLISECONDS], draining: [A_FUNCTION] },
  ...{ ending: [A_FUNCTION] },
};

function resolveEras({ contract, eras }: HttpEdgeOptions): readonly Era[] {
  const { domain, rules } = contract.catalog;
  const allowed = (era: Era): boolean => rules.eras?.includes(era) ?? true;
  const served = eras ?? MCP_REVISIONS.filter(allowed);
  const strange = served.find((era) => !Object.hasOwn(ERA_RULES, era) || !allowed(era));
  if (strange !== undefined) {
    throw new TypeError(`catalog ${domain} cannot be served in ${JSON.stringify(strange)}`);
  }
  if (served.length === 0) throw new TypeError(`catalog ${domain} is served in no revision of MCP`);
  if (served.includes('jsonrpc') && served.length > 1) {
    throw new TypeError('jsonrpc is served alone: a body does not say whether it is MCP');
  }
  return [...new Set(served)].sort().reverse();
}
