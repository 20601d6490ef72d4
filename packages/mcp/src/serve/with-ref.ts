import { createRef, type Ref } from '@errata/core/fault';
import type { Exchange } from '@errata/core/server';

/**
 * The exchange of one request, with a ref. Where the edge has told none yet, it is made when somebody asks: a handler that writes it into its
 * result and the record of that result then have the same.
 */
export function withRef(exchange: Exchange | undefined): Referred {
  return new Referred(exchange);
}

/** The same for a server whose failures are told to the exchange by somebody else, once. */
export function withRefUnheard(exchange: Exchange): Referred {
  return new Referred(exchange, false);
}

/** An exchange that knows whether a failure was told in it: any other error is in the SDK's words, not the contract's. */
export class Referred implements Exchange {
  readonly #exchange: Exchange | undefined;
  readonly #heard: boolean;
  #ref: Ref | undefined;
  #told = false;

  constructor(exchange: Exchange | undefined, heard = true) {
    this.#exchange = exchange;
    this.#heard = heard;
    this.#ref = exchange?.ref;
  }

  get ref(): Ref {
    return (this.#ref ??= createRef());
  }

  get auth(): unknown {
    return this.#exchange?.auth;
  }

  get traceparent(): Exchange['traceparent'] {
    return this.#exchange?.traceparent;
  }

  get notify(): Exchange['notify'] {
    return this.#exchange?.notify?.bind(this.#exchange);
  }

  get send(): Exchange['send'] {
    return this.#exchange?.send?.bind(this.#exchange);
  }

  get header(): Exchange['header'] {
    return this.#exchange?.header?.bind(this.#exchange);
  }

  get headers(): Exchange['headers'] {
    return this.#exchange?.headers?.bind(this.#exchange);
  }

  get told(): boolean {
    return this.#told;
  }

  get failed(): NonNullable<Exchange['failed']> {
    return (fault, origin) => {
      this.#told = true;
      if (this.#heard) this.#exchange?.failed?.(fault, origin);
    };
  }
}
