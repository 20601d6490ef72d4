import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ref, Exchange, Call } from '@errata/core/internal';
import type { RunAround } from '../guard/wrap-handler.js';

const exchanges = new AsyncLocalStorage<Exchange>();

/**
 * The exchange of the current request in a handler of a served SDK server: its ref, its headers, the caller. The SDK hands
 * none of that on as it was. Undefined outside of `serve`.
 */
export function currentExchange(): Exchange | undefined {
  return exchanges.getStore();
}

/** Run something with an exchange at hand. */
export function withExchange<T>(exchange: Exchange | undefined, work: () => T): T {
  return exchange === undefined ? work() : exchanges.run(exchange, work);
}

/** Handlers run with the exchange of their call at hand: the SDK may work on a message in the turn of an earlier one. */
export const runWithExchange: RunAround = ({ call }, work) =>
  call === undefined ? work() : exchanges.run(new CallExchange(call), work);

/** The exchange of a call for its handler. Its ref is that of the call, created on demand. */
class CallExchange implements Exchange {
  readonly #call: Call;
  readonly #exchange: Exchange | undefined;

  constructor(call: Call) {
    this.#call = call;
    this.#exchange = call.exchange;
  }

  get ref(): Ref {
    return this.#call.ref;
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
}
