import { guardAround, guardOptionsOf, type GuardOptions } from '../guard/index.js';
import { partsOf, type ProtocolLike, type SdkServer } from '../guard/sdk-shape.js';
import { runWithExchange } from './current-exchange.js';
import type { SdkTransport } from './sdk-transport.js';

/** A server of either SDK, or how to make one. A new one is needed per connection, so only a factory serves several. */
export type ServedSdk = SdkServer | SdkFactory;

/** Makes a server of either SDK. It is called once per connection. */
export type SdkFactory = (context?: SdkFactoryContext) => SdkServer | Promise<SdkServer>;

/** The argument that v2 passes to its factories. */
export interface SdkFactoryContext {
  readonly era: 'legacy' | 'modern';
  readonly authInfo?: unknown;
  readonly requestInfo?: unknown;
}

/** Guarded servers, one per connection. */
export interface Products {
  /** Their SDK: v2 also serves 2026-07-28, through its own entry point. */
  readonly version: 1 | 2;
  create(context?: SdkFactoryContext): Promise<Product>;
}

export interface Product {
  connect(transport: SdkTransport): Promise<void>;
  close(): Promise<void>;
}

/**
 * Find out what is served. A factory is asked once for that; on stdio what it made serves the first client, on HTTP it is let go, because
 * nobody knows yet whom it would be made for.
 */
export async function productsOf(
  served: ServedSdk,
  options: GuardOptions,
  { reuse = true }: { readonly reuse?: boolean } = {},
): Promise<Products> {
  const factory: SdkFactory = typeof served === 'function' ? served : () => served;
  const isMade = typeof served !== 'function';
  const sample = await factory({ era: 'legacy' });
  let first: SdkServer | undefined = reuse ? sample : undefined;
  return {
    version: versionOf(partsOf(sample).protocol),
    async create(context) {
      const made = first ?? (await factory(context));
      first = undefined;
      if (isMade) forget(partsOf(made).protocol);
      // A server that is already guarded keeps its options, unless they are given here.
      const all = { ...guardOptionsOf(made), ...options };
      return guardAround(made, all, runWithExchange) as Product;
    },
  };
}

/** v2 has a seam for wrapping handlers that v1 never had. */
function versionOf(protocol: ProtocolLike): 1 | 2 {
  return '_wrapHandler' in protocol ? 2 : 1;
}

/** An instance that was tried in one era and is now served in the other must not remember the first. */
function forget(protocol: ProtocolLike): void {
  const { _negotiatedProtocolVersion: agreed } = protocol as {
    _negotiatedProtocolVersion?: unknown;
  };
  if (agreed !== undefined) Object.assign(protocol, { _negotiatedProtocolVersion: undefined });
}
