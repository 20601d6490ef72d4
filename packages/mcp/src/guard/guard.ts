import { refusedVersion } from './claim.js';
import { watchLines, type DroppedLine } from './dropped-lines.js';
import { createWrapper } from './handlers.js';
import { createCourt } from './judge.js';
import type { GuardOptions } from './options.js';
import { Outgoing } from './outgoing.js';
import { patch } from './patch.js';
import { Peer } from './peer.js';
import {
  requestIdOf,
  partsOf,
  type McpServerLike,
  type ProtocolLike,
  type SdkHandler,
  type TransportLike,
} from './sdk-shape.js';
import { createWatch } from './watch.js';

const GUARDED = new WeakMap<object, { readonly options: GuardOptions; undo(): void }>();

/**
 * The one line around a server that somebody already has: `guard(server)`. From then on every failure of a tool, resource, prompt
 * or completion goes out in the form that contract and era ask for, what nobody declared is masked, and observers get the
 * original exception. Handlers may be registered before or after. A second call replaces the first.
 */
export function guard<S extends object>(server: S, options: GuardOptions = {}): S {
  const { protocol, mcp } = partsOf(server);
  assertOptions(options);
  unguard(server);
  GUARDED.set(protocol, { options, undo: install(protocol, mcp, options) });
  return server;
}

/** Take the guard out again, and leave no trace of it. */
export function unguard(server: object): void {
  const { protocol } = partsOf(server);
  GUARDED.get(protocol)?.undo();
  GUARDED.delete(protocol);
}

/** What a server was guarded with, if it was. */
export function guardOptionsOf(server: object): GuardOptions | undefined {
  return GUARDED.get(partsOf(server).protocol)?.options;
}

/** A mistake here would show only with the first failure. */
export function assertOptions({ contract }: GuardOptions): void {
  if (contract !== undefined && typeof contract.protocolFault !== 'function') {
    throw new TypeError('contract has to be one of defineContract({ catalog }), not a catalog');
  }
}

function install(
  protocol: ProtocolLike,
  mcp: McpServerLike | undefined,
  options: GuardOptions,
): () => void {
  const peer = new Peer(protocol);
  const watch = createWatch(mcp);
  const court = createCourt(async () => {
    const { createJudge } = await import('./create-judge.js');
    return createJudge(options, { protocol, mcp, peer, watch });
  });
  const outgoing = new Outgoing(court);
  const onDropped = (line: DroppedLine): void => {
    const judge = court.call();
    if (judge instanceof Promise) void judge.then((made) => made.dropped(line));
    else judge.dropped(line);
  };
  const { deadline, onCall } = options;
  const wrap = createWrapper({
    ...{ court, mcp, peer, watch, deadline, onCall },
    exchangeOf: (context) => protocol.transport?.exchangeOf?.(requestIdOf(context) ?? 0),
  });
  const undo = [
    guardRequests(protocol, outgoing),
    guardHandlers(protocol, wrap),
    guardTransports(
      protocol,
      (transport) => {
        peer.forget();
        return both(outgoing.attach(transport), watchLines(transport, onDropped));
      },
      async () => {
        await court.call();
      },
    ),
    watch.undo,
  ];
  return () => undo.forEach((each) => each());
}

function both(one: () => void, other: () => void): () => void {
  return () => {
    one();
    other();
  };
}

/** What the SDK refuses before it looks for a handler, and what it should refuse there. */
function guardRequests(protocol: ProtocolLike, outgoing: Outgoing): () => void {
  return patch(protocol, '_onrequest', (pass) => (request, extra) => {
    outgoing.during(request, () => {
      const error = refusedVersion(request, protocol);
      if (error === undefined) {
        pass.call(protocol, request, extra);
        return;
      }
      const sent = protocol.transport?.send({ jsonrpc: '2.0', id: request.id, error });
      sent?.catch((thrown: unknown) => protocol.onerror?.(thrown as Error));
    });
  });
}

/** Handlers are wrapped when they are looked up, so that it does not matter when they were registered. */
function guardHandlers(
  protocol: ProtocolLike,
  wrap: (handler: SdkHandler) => SdkHandler,
): () => void {
  const wrapped = new WeakMap<SdkHandler, SdkHandler>();
  return patch(protocol._requestHandlers, 'get', (get) => (method) => {
    const handler = get.call(protocol._requestHandlers, method) ?? protocol.fallbackRequestHandler;
    if (handler === undefined) return undefined;
    const known = wrapped.get(handler);
    if (known !== undefined) return known;
    const made = wrap(handler);
    wrapped.set(handler, made);
    return made;
  });
}

/** Every transport that the server is connected to, now or later. */
function guardTransports(
  protocol: ProtocolLike,
  attach: (transport: TransportLike) => () => void,
  ready: () => Promise<void>,
): () => void {
  let detach = protocol.transport === undefined ? undefined : attach(protocol.transport);
  const undo = patch(protocol, 'connect', (connect) => async (transport) => {
    detach?.();
    detach = attach(transport);
    // The transport of v2 for one HTTP request chooses the status while the message is dispatched: there is no waiting then.
    if (typeof transport.handleMessage === 'function') await ready();
    await connect.call(protocol, transport);
  });
  return () => {
    undo();
    detach?.();
  };
}
