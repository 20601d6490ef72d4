import { createRef, type Ref } from '@errata/core/fault';
import type { Exchange } from '@errata/core/server';

/**
 * The exchange of one request, with a ref. Where the edge has told none yet, it is made when somebody asks: a handler that writes it into its
 * result and the record of that result then have the same.
 */
export function withRef(exchange: Exchange | undefined): Exchange {
  return exchange?.ref === undefined ? new Referred(exchange) : exchange;
}

/** The same for a server whose failures are told to the exchange by somebody else, once. */
export function withRefUnheard(exchange: Exchange): Exchange {
  return new Referred(exchange, false);
}

class Referred implements Exchange {
  readonly #exchange: Exchange | undefined;
  readonly #heard: boolean;
  #ref: Ref | undefined;

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

  get failed(): Exchange['failed'] {
    return this.#heard ? this.#exchange?.failed?.bind(this.#exchange) : undefined;
  }
}
