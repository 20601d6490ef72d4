import type { Exchange } from '../exchange.js';
import { membersOf, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { isModern } from '../session/dress.js';
import { resultOf } from './read-reply.js';

/** The request with which a run in MCP began, and its result. */
export interface Beginning {
  readonly exchange: Exchange;
  readonly result: Readonly<Record<string, unknown>>;
}

/** How the run began; undefined where there was no result. */
export function beginningOf({ exchanges, era }: Probe): Beginning | undefined {
  const method = isModern(era) ? 'server/discover' : 'initialize';
  const asks = ({ sent: [text = ''] }: Exchange): boolean =>
    membersOf(parseJson(text))['method'] === method;
  const exchange = exchanges.find(asks);
  const result = resultOf(exchange?.reply);
  return exchange === undefined || result === undefined ? undefined : { exchange, result };
}
