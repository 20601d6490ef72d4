import { kept, notObserved, violated, type Case } from '../../case.js';
import { membersOf } from '../../json/json.js';
import { entriesOf } from '../entries.js';
import { initializeParams } from '../../session/shake-hands.js';
import { since } from '../eras.js';
import { adviceLink, JSONRPC, mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { sendBatch, twoRequests } from './send-batch.js';

const WITHOUT_BATCHES = since('2025-06-18');

export const oldBatchAnswered: Case = {
  id: 'mcp/2025-06-18/transports/batch-refused-aloud',
  group: 'batches',
  requirement:
    'A batch, which this revision does not have any more, is refused and not met with silence.',
  link: JSONRPC.batch,
  keyword: 'SHOULD',
  fix: 'Answer an array with a single error -32600, over HTTP with status 400.',
  eras: WITHOUT_BATCHES,
  async run(probe) {
    const { exchange, entries, isRefused } = await sendBatch(probe, twoRequests(probe), 'due');
    if (entries.length > 0 || isRefused) return kept;
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    return violated(`a batch of two requests got ${describe(exchange)}`);
  },
};

export const oldBatchNotServed: Case = {
  id: 'errata/batches/not-served',
  group: 'batches',
  requirement: 'A batch, which this revision does not have any more, is not served.',
  link: adviceLink('batches'),
  keyword: 'SHOULD',
  fix: 'Answer an array with a single error -32600, over HTTP with status 400.',
  eras: WITHOUT_BATCHES,
  async run(probe) {
    const { entries } = await sendBatch(probe, twoRequests(probe));
    if (entries.length === 0) return notObserved('there was no reply');
    const results = entries.filter(hasResult);
    if (results.length === 0) return kept;
    return violated(`a batch of two requests got ${results.length} results`);
  },
};

export const initializeInBatch: Case = {
  id: 'mcp/2025-03-26/lifecycle/initialize-in-batch',
  group: 'batches',
  requirement:
    'An initialize request in a batch is not served: nothing else may be asked before it is over.',
  link: mcpLink('lifecycle', '2025-03-26', 'initialization'),
  keyword: 'SHOULD',
  fix: 'Refuse initialize in a batch with -32600.',
  eras: ['2025-03-26'],
  async run(probe) {
    const session = await probe.open({ handshake: false });
    const initialize = session.write('initialize', initializeParams(probe.era), '"errata-begin"');
    const exchange = await session.say({ texts: [`[${initialize},${session.write('ping')}]`] });
    const entries = entriesOf(exchange.responses);
    if (entries.length === 0) return notObserved('there was no reply');
    const entry = entries.find(({ value }) => membersOf(value)['id'] === 'errata-begin');
    if (!hasResult(entry)) return kept;
    return violated(`initialize in a batch got ${entry!.text.slice(0, 200)}`);
  },
};
