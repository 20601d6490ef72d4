import { kept, notObserved, violated, type Case } from '../../case.js';
import { membersOf } from '../../json/json.js';
import { WITH_BATCHES } from '../eras.js';
import { harmlessText } from '../ids/ask.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe } from '../read-reply.js';
import { sendBatch, takesBatches, unjudgeable } from './send-batch.js';

const INVALID = { group: 'batches', link: JSONRPC.batch, eras: WITH_BATCHES } as const;

export const invalidEntryCode: Case = {
  ...INVALID,
  id: 'jsonrpc/6/invalid-entry-code',
  requirement: 'An entry of a batch that is no request is answered with -32600.',
  keyword: 'MUST',
  fix: 'Check each entry of a batch by itself, and answer -32600 to what is no request.',
  async run(probe) {
    const { entries, exchange } = await sendBatch(probe, ['1']);
    if (entries.length === 0) return notObserved('there was no reply');
    if (codeOf(entries[0]) === -32600) return kept;
    return violated(`[1] got ${describe({ ...exchange, reply: entries[0] })}`);
  },
};

export const invalidEntryArray: Case = {
  ...INVALID,
  id: 'jsonrpc/6/invalid-entry-array',
  requirement: 'A batch of one entry that is no request is answered with an array of one error.',
  keyword: 'SHOULD',
  fix: 'Answer an array that is not empty with an array, also where all of its entries are invalid.',
  async run(probe) {
    const { exchange, isArray, isRefused } = await sendBatch(probe, ['1']);
    if (exchange.reply === undefined) return notObserved('there was no reply');
    if (isArray) return kept;
    if (isRefused && !(await takesBatches(probe))) return notObserved('batches are refused');
    return violated(`[1] got ${exchange.reply.text.slice(0, 200)}`, exchange);
  },
};

export const invalidEntriesEach: Case = {
  ...INVALID,
  id: 'jsonrpc/6/invalid-entries-each',
  requirement: 'Each entry of a batch that is no request gets an error of its own.',
  keyword: 'SHOULD',
  fix: 'Check each entry of a batch by itself.',
  async run(probe) {
    const answer = await sendBatch(probe, ['1', '2', '3']);
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    if (answer.entries.length >= 3) return kept;
    return violated(`[1,2,3] got ${answer.entries.length} replies`);
  },
};

export const validBesideInvalid: Case = {
  ...INVALID,
  id: 'jsonrpc/6/valid-beside-invalid',
  requirement: 'A request in a batch is answered although another entry is none.',
  keyword: 'MUST',
  fix: 'Check each entry of a batch by itself instead of refusing all for one.',
  async run(probe) {
    const answer = await sendBatch(probe, ['1', harmlessText(probe, '"errata-valid"')]);
    const { entries, exchange, isRefused } = answer;
    if (entries.some(({ value }) => membersOf(value)['id'] === 'errata-valid')) return kept;
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    if (entries.length === 0 && !isRefused) return notObserved('there was no reply');
    if (isRefused && !(await takesBatches(probe))) return notObserved('batches are refused');
    return violated(`the request beside an entry 1 got no reply: ${describe(exchange)}`, exchange);
  },
};
