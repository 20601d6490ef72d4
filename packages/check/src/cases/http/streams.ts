import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { harmlessText, mediaTypeOf } from './asks.js';
import { STREAMABLE } from './eras.js';

/** A request that was answered with a stream; undefined where the server does not stream even to who reads nothing else. */
async function askForStream(probe: Probe): Promise<Exchange | undefined> {
  for (const headers of [{}, { accept: 'text/event-stream' }]) {
    const exchange = await probe.http({
      body: harmlessText(probe, '"errata-check-stream"'),
      headers,
      enough: () => false,
      patience: 2000,
    });
    const [told] = exchange.told;
    if (told !== undefined && mediaTypeOf(told) === 'text/event-stream') return exchange;
  }
  return undefined;
}

const NO_STREAM = notObserved('it answered without a stream');

export const streamEnds: Case = {
  id: 'mcp/2025-03-26/transports/stream-ends',
  group: 'http',
  requirement: 'The stream that answers a request ends after the reply.',
  link: mcpLink('transports', '2025-11-25', 'sending-messages-to-the-server'),
  keyword: 'SHOULD',
  fix: 'End the event stream when the reply is sent: every open one is a connection.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const exchange = await askForStream(probe);
    if (exchange === undefined) return NO_STREAM;
    if (exchange.reply === undefined) return notObserved('there was no reply');
    if (exchange.told[0]!.ended !== 'late') return kept;
    return violated(
      'two seconds after a request, its stream had the reply and was still open',
      exchange,
    );
  },
};

export const streamUnbuffered: Case = {
  id: 'mcp/2026-07-28/streamable-http/stream-unbuffered',
  group: 'http',
  requirement: 'An event stream says "X-Accel-Buffering: no", so that proxies do not hold it back.',
  link: mcpLink('http', '2026-07-28', 'receiving-messages'),
  keyword: 'SHOULD',
  fix: 'Add "X-Accel-Buffering: no" to answers that are event streams.',
  eras: MODERN,
  transports: ['http'],
  async run(probe) {
    const exchange = await askForStream(probe);
    if (exchange === undefined) return NO_STREAM;
    const buffering = exchange.told[0]!.headers['x-accel-buffering'];
    if (buffering?.toLowerCase() === 'no') return kept;
    return violated('a stream does not say "X-Accel-Buffering: no"', exchange);
  },
};
