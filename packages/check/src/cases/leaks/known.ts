import type { Exchange } from '../../exchange.js';
import { parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { heardIn } from './failures.js';
import { stringsIn } from './strings-in.js';

/** Whether the client said it itself in this exchange: what it sent may come back. */
export function wasSent({ sent, asked = [] }: Exchange, part: string): boolean {
  const headers = asked.flatMap((each) => [each.path, ...Object.values(each.headers)]);
  return (
    [...sent, ...headers].some((text) => text.includes(part)) ||
    sent.some((text) => stringsIn(parseJson(text)).some((each) => each.includes(part)))
  );
}

/** Whether the server tells it to everybody in results that did not fail: then a failure gives nothing away. */
export function isOpenlyTold(probe: Probe, part: string): boolean {
  const written = JSON.stringify(part).slice(1, -1);
  return heardIn(probe).open.some(({ text }) => text.includes(written));
}
