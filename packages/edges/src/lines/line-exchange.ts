import { encodeNotification, type Params, type Exchange } from '@errata/core/internal';

/** What came in one line, until it is answered: progress that comes after the reply is of no use to anybody. */
export class LineExchange implements Exchange {
  #write: ((text: string) => void) | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** An arrow, so that a handler may take it out of its exchange. Throws where params have no JSON form. */
  readonly notify = (method: string, params?: Params): void => {
    this.#write?.(encodeNotification(method, params));
  };

  /** A reply that its connection gave up waiting for. */
  deliver(reply: string): void {
    this.#write?.(reply);
  }

  answered(): void {
    this.#write = undefined;
  }
}
