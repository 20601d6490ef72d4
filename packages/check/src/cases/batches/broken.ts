import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { entriesOf } from '../entries.js';
import { WITH_BATCHES } from '../eras.js';
import { harmlessText } from '../ids/ask.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe } from '../read-reply.js';

const BROKEN = {
  group: 'batches',
  link: JSONRPC.batch,
  keyword: 'MUST',
  eras: WITH_BATCHES,
} as const;

/** The beginning of a batch whose end is missing. */
function sendHalf(probe: Probe): Promise<Exchange> {
  return probe.send(`[${harmlessText(probe)},{"jsonrpc":"2.0","method"`);
}

export const brokenBatchCode: Case = {
  ...BROKEN,
  id: 'jsonrpc/6/broken-batch-code',
  requirement: 'A batch that is no JSON is answered with -32700.',
  fix: 'Read the whole text before anything of it is served, and answer -32700 if it is no JSON.',
  async run(probe) {
    const exchange = await sendHalf(probe);
    const [entry] = entriesOf(exchange.responses);
    if (entry === undefined) return notObserved('there was no reply');
    if (codeOf(entry) === -32700) return kept;
    return violated(`half a batch got ${describe({ ...exchange, reply: entry })}`);
  },
};

export const brokenBatchSingle: Case = {
  ...BROKEN,
  id: 'jsonrpc/6/broken-batch-single',
  requirement: 'A batch that is no JSON is answered with a single object, not with an array.',
  fix: 'Answer with one error -32700 that stands in no array.',
  async run(probe) {
    const { reply } = await sendHalf(probe);
    if (reply === undefined) return notObserved('there was no reply');
    return Array.isArray(reply.value)
      ? violated(`half a batch got ${reply.text.slice(0, 200)}`)
      : kept;
  },
};
