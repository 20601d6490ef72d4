import type { Call, Met } from '@errata/core/server';
import type { Asked, Reply } from './answering.js';
import type { SdkRequest } from './sdk-shape.js';

/** What is looked at around the handler of one method. */
export interface Inspection {
  /** What is wrong with a request that names something which is not there. */
  before?(request: SdkRequest): Met | undefined;
  /** The reply in the place of a failed result; undefined leaves it as it is. */
  after?(result: unknown, call: Call, asked: Asked): Promise<Reply | undefined>;
  /** What an exception really says, where the SDK has made something else of it. */
  thrown?(thrown: unknown, asked: Asked): Promise<Met | undefined>;
  /** What is thrown past `after` is the SDK's own, not the author's: it is about the call, and an error object in every era. */
  readonly seam?: boolean;
  /** What is thrown may be the SDK's complaint about a result: nothing proves that nothing was done. */
  readonly doubtful?: boolean;
}
