import type { Exchange } from '../exchange.js';
import type { LinkLog } from '../probe.js';

/** Everything that a run said and heard. */
export class Record {
  readonly exchanges: Exchange[] = [];
  readonly links: LinkLog[] = [];
  /** What the present case exchanged. */
  own: Exchange[] = [];

  readonly keep = (given: Exchange): void => {
    const exchange = trim(given);
    this.own.push(exchange);
    this.exchanges.push(exchange);
  };

  readonly link = (log: LinkLog): void => void this.links.push(log);
}

/** Characters of a text that are kept: what cases look for in the end stands at the beginning. */
const KEPT = 64 * 1024;

/** A run stays small whatever was said: megabytes are sent to see what becomes of them, not to be kept. */
function trim(exchange: Exchange): Exchange {
  if (exchange.sent.every(({ length }) => length <= KEPT)) return exchange;
  return { ...exchange, sent: exchange.sent.map((text) => text.slice(0, KEPT)) };
}
