import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '@errata/core/server';
import { ambient } from '../guard/ambient.js';

const exchanges = new AsyncLocalStorage<Exchange>();

/**
 * What the request came in that a handler of a served SDK server is working on: its ref, its headers, who is asking. The SDK hands none of that
 * on as it was. Undefined outside of `serve`.
 */
export function currentExchange(): Exchange | undefined {
  return exchanges.getStore();
}

ambient.find = currentExchange;
ambient.run = withExchange;

/** Work on a message with its exchange at hand. */
export function withExchange<T>(exchange: Exchange | undefined, work: () => T): T {
  return exchange === undefined ? work() : exchanges.run(exchange, work);
}
