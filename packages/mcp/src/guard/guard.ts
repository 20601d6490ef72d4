import { createAnswering, type Asked } from './answering.js';
import { inspectPlainTools, inspectPrompts, inspectResources } from './features.js';
import { createWrapper, type Inspection } from './handlers.js';
import type { GuardOptions } from './options.js';
import { createOutgoing } from './outgoing.js';
import { patch } from './patch.js';
import { createPeer } from './peer.js';
import { partsOf, type McpServerLike, type ProtocolLike, type SdkHandler } from './sdk-shape.js';
import { guardTools } from './tools.js';

const GUARDED = new WeakMap<object, () => void>();

/**
 * The one line around a server that somebody already has: `guard(server)`. From then on every failure of a tool, resource, prompt
 * or completion goes out in the form that contract and era ask for, what nobody declared is masked, and observers get the
 * original exception. Handlers may be registered before or after. A second call replaces the first.
 */
export function guard<S extends object>(server: S, options: GuardOptions = {}): S {
  const { protocol, mcp } = partsOf(server);
  unguard(server);
  GUARDED.set(protocol, install(protocol, mcp, options));
  return server;
}

/** Take the guard out again, and leave no trace of it. */
export function unguard(server: object): void {
  const { protocol } = partsOf(server);
  GUARDED.get(protocol)?.();
  GUARDED.delete(protocol);
}

function install(
  protocol: ProtocolLike,
  mcp: McpServerLike | undefined,
  options: GuardOptions,
): () => void {
  const answering = createAnswering(options);
  const peer = createPeer();
  const tools = mcp && guardTools(mcp, answering);
  const outgoing = createOutgoing(answering, (method): Asked => ({
    request: { method },
    id: 0,
    era: peer.eraOf({}),
    client: peer.clientOf({}),
    exchange: undefined,
  }));
  const inspections: ReadonlyMap<string, Inspection> =
    mcp === undefined || tools === undefined
      ? inspectPlainTools(answering)
      : new Map([
          ['tools/call', tools.inspection],
          ['prompts/get', inspectPrompts(mcp)],
          ['resources/read', inspectResources(mcp)],
        ]);
  const wrap = createWrapper({
    answering,
    peer,
    inspections,
    deadline: options.deadline,
    onCall: options.onCall,
    exchangeOf: (id) => protocol.transport?.exchangeOf?.(id),
    prepare: outgoing.prepare,
  });
  const undo = [
    guardHandlers(protocol, wrap, outgoing.missing),
    guardTransports(protocol, outgoing.attach),
    () => tools?.undo(),
  ];
  return () => undo.forEach((each) => each());
}

/** Handlers are wrapped when they are looked up, so that it does not matter when they were registered. */
function guardHandlers(
  protocol: ProtocolLike,
  wrap: (handler: SdkHandler) => SdkHandler,
  missing: (method: string) => void,
): () => void {
  const wrapped = new WeakMap<SdkHandler, SdkHandler>();
  return patch(protocol._requestHandlers, 'get', (get) => (method) => {
    const handler = get.call(protocol._requestHandlers, method) ?? protocol.fallbackRequestHandler;
    if (handler === undefined) {
      missing(method);
      return undefined;
    }
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
  attach: ReturnType<typeof createOutgoing>['attach'],
): () => void {
  let detach = protocol.transport === undefined ? undefined : attach(protocol.transport);
  const undo = patch(protocol, 'connect', (connect) => async (transport) => {
    detach?.();
    detach = attach(transport);
    await connect.call(protocol, transport);
  });
  return () => {
    undo();
    detach?.();
  };
}
