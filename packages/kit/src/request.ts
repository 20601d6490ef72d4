import type { CallInfo, ToolSurface, View } from '@errata/core/internal';
import type { Era } from '@errata/core';
import type { Client } from './client.js';
import type { Offer } from './offer/offer.js';

/** One request on its way to whoever works on it. */
export interface KitRequest {
  readonly offer: Offer;
  readonly client: Client;
  readonly era: Era;
  readonly params: Readonly<Record<string, unknown>>;
  readonly call: CallInfo;
  /** Where the failure of a tool goes for this client. */
  readonly toolFailures: () => ToolSurface;
  /** Whether the contract has its own word for wrong arguments. */
  readonly validation: boolean;
  /** For texts that leave beside the result. */
  readonly view: View;
}

/** Works on one method. What it gives is the result; what it throws is the failure. */
export type Work = (request: KitRequest) => unknown;
