import { ERAS, type Era } from '@errata/core';
import { peek } from '@errata/core/internal';

/**
 * A client of either SDK. Structural on purpose: `instanceof` misses the second copy of a package, and neither SDK
 * needs the other to be installed.
 */
export interface ClientLike {
  callTool(params: never, ...rest: never[]): Promise<unknown>;
  request(...args: never[]): Promise<unknown>;
  /** Undefined without a connection, in both SDKs. */
  readonly transport?: unknown;
}

/** The request options that both SDKs share and that are used here. */
export interface RequestOptionsLike {
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number;
}

/** Only the client of SDK v2 has this method. */
export function isV2(client: ClientLike): boolean {
  return typeof peek(client, 'getNegotiatedProtocolVersion') === 'function';
}

/** The revision of the connection, if the client knows it. On stdio v1 does not. */
export function eraOf(client: ClientLike): Era | undefined {
  const version = isV2(client)
    ? invoke(client, 'getNegotiatedProtocolVersion', [])
    : peek(client.transport, 'protocolVersion');
  return ERAS.find((era) => era === version);
}

/** Call a method of the client by its name, with the client as `this`. */
export function invoke(client: ClientLike, method: string, args: readonly unknown[]): unknown {
  const found = peek(client, method);
  if (typeof found !== 'function') throw new TypeError(`The client has no method ${method}`);
  return Reflect.apply(found, client, args) as unknown;
}

/** Where `callTool` takes its request options: v1 has the result schema in between. */
export function callToolOptionsAt(client: ClientLike): 1 | 2 {
  return isV2(client) ? 1 : 2;
}

/** The request options among the arguments of a call. */
export function requestOptionsOf(args: readonly unknown[], at: number): RequestOptionsLike {
  const given = args[at];
  return typeof given === 'object' && given !== null ? given : {};
}

/** The same arguments with another signal. What else the caller gave, such as `onprogress`, stays. */
export function withSignal(args: readonly unknown[], at: number, signal: AbortSignal): unknown[] {
  const changed = [...args];
  changed[at] = { ...requestOptionsOf(args, at), signal };
  return changed;
}

/**
 * Make a request without the client's own bookkeeping. `listTools()` of v1 would switch output validation on for calls that
 * had none so far, and that hides a failed result behind −32602.
 */
export async function requestPlainly(
  client: ClientLike,
  request: { readonly method: string; readonly params?: object },
  options: RequestOptionsLike,
): Promise<unknown> {
  return isV2(client)
    ? invoke(client, 'request', [request, options])
    : invoke(client, 'request', [request, ANYTHING, options]);
}

/** A result schema for v1 that accepts everything: the answer is validated later. */
const ANYTHING = {
  parse: (data: unknown) => data,
  safeParse: (data: unknown) => ({ success: true as const, data }),
};
