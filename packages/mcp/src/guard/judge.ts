import type { Maybe, Met } from '@errata/core/server';
import type { DroppedLine } from './dropped-lines.js';
import type { SdkContext, SdkHandler, SdkRequest } from './sdk-shape.js';

/** A message as it leaves through a transport. */
export interface Outbound {
  readonly id?: string | number | null;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * What has to be said about a request that went wrong. Everything behind it is loaded when it is first needed: a server that has not
 * failed yet starts and runs without it.
 */
export interface Judge {
  /** A request that must not reach its handler, and why; without a reason it names something that is not there. */
  refuse(request: SdkRequest, context: SdkContext, met?: Met): Promise<unknown>;
  /** A handler that returned its failure. */
  returned(result: unknown, request: SdkRequest, context: SdkContext): Promise<unknown>;
  /** A handler that returned something that no reply can be made of. */
  broken(cause: unknown, request: SdkRequest, context: SdkContext): Promise<unknown>;
  /** A handler that threw. */
  thrown(thrown: unknown, request: SdkRequest, context: SdkContext): Promise<unknown>;
  /** Run a handler no longer than the deadline allows. */
  timed(handler: SdkHandler, request: SdkRequest, context: SdkContext): Promise<unknown>;
  /** What is sent in the place of a reply that has no JSON form. */
  unwritable(message: Outbound, cause: unknown): object;
  /** A line that the SDK let fall: it is answered, or given in a form that the SDK takes. */
  dropped(line: DroppedLine): void;
  /** Put an error right that the SDK is about to send; the request is known where it was refused at once. */
  correct(message: Outbound, request: SdkRequest | undefined): object;
}

/** A judge who is called when one is needed. */
export interface Court {
  call(): Maybe<Judge>;
}

/** The judge as soon as there is one; `load` is asked once. */
export function createCourt(load: () => Promise<Judge>): Court {
  let made: Judge | undefined;
  let loading: Promise<Judge> | undefined;
  return {
    call() {
      if (made !== undefined) return made;
      loading ??= load().then((judge) => (made = judge));
      return loading;
    },
  };
}
