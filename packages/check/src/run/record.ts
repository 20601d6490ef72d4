import type { Exchange } from '../exchange.js';
import type { LinkLog } from '../probe.js';

/** Everything that a run said and heard. */
export class Record {
  readonly exchanges: Exchange[] = [];
  readonly links: LinkLog[] = [];
  /** What the present case exchanged. */
  own: Exchange[] = [];

  readonly keep = (exchange: Exchange): void => {
    this.own.push(exchange);
    this.exchanges.push(exchange);
  };

  readonly link = (log: LinkLog): void => void this.links.push(log);
}
