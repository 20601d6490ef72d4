import type { Met } from '@errata/core/internal';
import type { DroppedLine } from './dropped-lines.js';
import type { GuardedCall } from './guarded-call.js';
import type { Outbound, SdkHandler } from './sdk-shape.js';

/**
 * What becomes of calls that fail. It is loaded with the first one: a server that has not failed yet starts and runs without it.
 * The handler ends with what is returned, or throws what is thrown.
 */
export interface CallFailures {
  /** A request that must not reach its handler; without a reason it names something unknown. */
  refuse(call: GuardedCall, met?: Met): Promise<unknown>;
  /** A handler that returned its failure. */
  returned(result: unknown, call: GuardedCall): unknown;
  /** A handler that returned a result without a JSON form. */
  broken(cause: unknown, call: GuardedCall): unknown;
  /** A handler that threw. */
  thrown(thrown: unknown, call: GuardedCall): unknown;
  /** Run a handler no longer than the deadline allows. */
  timed(handler: SdkHandler, call: GuardedCall): Promise<unknown>;
  /** The message in place of a reply that cannot be written. */
  unwritable(cause: unknown, call: GuardedCall): object;
  /** The message in place of an error that the SDK wrote itself. */
  correct(message: Outbound, call: GuardedCall): object;
  /** A line that the SDK ignored: it is answered, or given to the SDK in a form that it reads. */
  dropped(line: DroppedLine): void;
}
