import { kept, notObserved, violated, type Case } from '../../case.js';
import { WITH_BATCHES } from '../eras.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe } from '../read-reply.js';
import { entriesOf } from '../entries.js';

const EMPTY = {
  group: 'batches',
  link: JSONRPC.batch,
  keyword: 'MUST',
  eras: WITH_BATCHES,
} as const;

export const emptyAnswered: Case = {
  ...EMPTY,
  id: 'jsonrpc/6/empty-batch-answered',
  requirement: 'An empty array is not met with silence.',
  fix: 'Answer [] with a single error -32600.',
  async run(probe) {
    const exchange = await probe.send('[]', { expects: 'due' });
    if (exchange.reply !== undefined || (exchange.told[0]?.status ?? 0) >= 400) return kept;
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    return violated(`[] got ${describe(exchange)}`);
  },
};

export const emptyCode: Case = {
  ...EMPTY,
  id: 'jsonrpc/6/empty-batch-code',
  requirement: 'An empty array is answered with -32600.',
  fix: 'Answer [] with a single error -32600.',
  async run(probe) {
    const exchange = await probe.send('[]');
    const [entry] = entriesOf(exchange.responses);
    if (entry === undefined) return notObserved('there was no error in reply');
    if (codeOf(entry) === -32600) return kept;
    return violated(`[] got ${describe({ ...exchange, reply: entry })}`);
  },
};

export const emptySingle: Case = {
  ...EMPTY,
  id: 'jsonrpc/6/empty-batch-single',
  requirement: 'An empty array is answered with a single object, not with an array.',
  fix: 'Answer [] with a single error -32600 that stands in no array.',
  async run(probe) {
    const { reply } = await probe.send('[]');
    if (reply === undefined) return notObserved('there was no reply');
    return Array.isArray(reply.value) ? violated(`[] got ${reply.text.slice(0, 200)}`) : kept;
  },
};
