import type { Maybe } from '@errata/core/internal';
import {
  type CallFailures,
  attachedCall,
  GuardedCall,
  withCall,
  ReplyChannel,
} from './guarded-call.js';
import { type DroppedLine, watchLines } from './dropped-lines.js';
import type { GuardOptions, WireOptions } from './options.js';
import { patch } from './patch.js';
import { GuardedClient, ServerFacts, watchTools } from './server-facts.js';
import {
  type McpServerLike,
  partsOf,
  type ProtocolLike,
  type SdkHandler,
  type SdkRequest,
  type SdkServer,
  type TransportLike,
} from './sdk-shape.js';
import { createWrapper, type RunAround } from './wrap-handler.js';
import {
  A_BOOLEAN,
  A_FUNCTION,
  AN_AMOUNT,
  AN_OBJECT,
  assertOptions,
  claimedVersion,
  FALSE,
  MILLISECONDS,
  MODERN,
  type AllowedOptions,
} from '@errata/core/internal/era';

const GUARDED = new WeakMap<object, { readonly options: GuardOptions; undo(): void }>();

/**
 * Guards a server that you already have: `guard(server)`. From then on every failure of a tool, resource, prompt
 * or completion is sent in the form of the contract and the era, undeclared exceptions are masked, and observers get the
 * original exception. Handlers may be registered before or after. A second call replaces the first.
 */
export function guard<S extends SdkServer>(server: S, options: GuardOptions = {}): S {
  assertGuardOptions('guard', options);
  return guardAround(server, options, undefined);
}

/** The same for `serve`: its handlers can read the exchange of their call. */
export function guardAround<S extends SdkServer>(
  server: S,
  options: GuardOptions,
  around: RunAround | undefined,
): S {
  const { protocol, mcp } = partsOf(server);
  unguard(server);
  GUARDED.set(protocol, { options, undo: install(protocol, mcp, options, around) });
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

/** Mistakes in the options fail here, not with the first failure. */
export function assertGuardOptions(what: string, options: GuardOptions, more: object = {}): void {
  assertOptions(what, options, { ...more, ...GUARD_OPTIONS });
  const { contract } = options;
  if (contract !== undefined && typeof contract?.protocolFault !== 'function') {
    throw new TypeError(
      `${what}: contract has to be one of defineContract({ catalog }), not a catalog`,
    );
  }
}

export const GUARD_OPTIONS: AllowedOptions<GuardOptions & WireOptions> = {
  ...{ contract: [], toolFailures: ['rpc', 'tool', 'by-host'], redactor: [AN_OBJECT] },
  ...{ deadline: [MILLISECONDS, A_FUNCTION], budget: [AN_OBJECT], reported: [A_FUNCTION] },
  ...{ expose: [A_FUNCTION], onMasked: [FALSE, A_FUNCTION], onFault: [A_FUNCTION] },
  ...{ onCall: [A_FUNCTION], debug: [A_BOOLEAN], maxResultChars: [AN_AMOUNT] },
};

function install(
  protocol: ProtocolLike,
  mcp: McpServerLike | undefined,
  options: GuardOptions,
  around: RunAround | undefined,
): () => void {
  const peer = new GuardedClient(protocol);
  const facts = new ServerFacts();
  const failures = loadOnce(async () => {
    const { createCallFailures } = await import('./create-call-failures.js');
    return createCallFailures(options, { protocol, mcp, peer, facts });
  });
  const onDropped = (line: DroppedLine): void => {
    const loaded = failures();
    if (loaded instanceof Promise) void loaded.then((made) => made.dropped(line));
    else loaded.dropped(line);
  };
  const { deadline, onCall } = options;
  const undo = [
    guardRequests(protocol, failures),
    guardHandlers(
      protocol,
      createWrapper({ failures, mcp, peer, facts, deadline, onCall, around }),
    ),
    guardTransports(
      protocol,
      peer,
      (transport) => watchLines(transport, onDropped),
      async () => {
        await failures();
      },
    ),
    mcp === undefined ? () => undefined : watchTools(mcp),
  ];
  return () => undo.forEach((each) => each());
}

/** The value as soon as there is one; `load` is called once. */
function loadOnce(load: () => Promise<CallFailures>): () => Maybe<CallFailures> {
  let made: CallFailures | undefined;
  let loading: Promise<CallFailures> | undefined;
  return () => made ?? (loading ??= load().then((loaded) => (made = loaded)));
}

/** Each request gets a record that travels with it, and its own reply channel. */
function guardRequests(protocol: ProtocolLike, failures: () => Maybe<CallFailures>): () => void {
  return patch(protocol, '_onrequest', (pass) => (request, extra) => {
    const { _transport: transport } = protocol;
    const call =
      attachedCall(request) ?? attachedCall(extra?.request) ?? new GuardedCall(request, request.id);
    if (transport === undefined) return pass.call(protocol, request, extra);
    const channel = new ReplyChannel(transport, call, failures);
    const error = refusedVersion(request, protocol);
    if (error !== undefined) {
      channel
        .send({ jsonrpc: '2.0', id: request.id, error })
        .catch((thrown: unknown) => protocol.onerror?.(thrown as Error));
      return;
    }
    // Both SDKs look once, when the request comes in, where its reply has to go.
    protocol._transport = channel;
    try {
      pass.call(protocol, withCall(request, call), extra);
    } finally {
      if (protocol._transport === channel) protocol._transport = transport;
    }
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
  peer: GuardedClient,
  attach: (transport: TransportLike) => () => void,
  ready: () => Promise<void>,
): () => void {
  let detach = protocol.transport === undefined ? undefined : attach(protocol.transport);
  const undo = patch(protocol, 'connect', (connect) => async (transport) => {
    const detachLast = detach;
    const remember = peer.forget();
    const detachThis = (detach = attach(transport));
    try {
      // The transport of v2 for one HTTP request chooses the status while the message is dispatched: there is no waiting then.
      if (typeof transport.handleMessage === 'function') await ready();
      await connect.call(protocol, transport);
    } catch (thrown) {
      // It is connected already: the client at the other end of that transport is still served.
      detachThis();
      detach = detachLast;
      remember();
      throw thrown;
    }
    detachLast?.();
  });
  return () => {
    undo();
    detach?.();
  };
}

/**
 * What v2 forgets to refuse: on a connection it looks at the version of the first request only. The reply channel rewrites the text,
 * like that of the SDK's own refusals.
 */
export function refusedVersion({ params }: SdkRequest, protocol: ProtocolLike): object | undefined {
  const served = protocol._negotiatedProtocolVersion;
  if (typeof served !== 'string' || served < MODERN) return undefined;
  const requested = claimedVersion(params);
  if (typeof requested !== 'string' || requested === served) return undefined;
  const data = { supported: [served], requested };
  return { code: -32022, message: 'Unsupported protocol version', data };
}
