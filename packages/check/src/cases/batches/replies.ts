import { kept, notObserved, violated, type Case } from '../../case.js';
import { membersOf } from '../../json/json.js';
import { WITH_BATCHES } from '../eras.js';
import { ABSENT_METHOD, harmlessText } from '../ids/ask.js';
import { JSONRPC } from '../links.js';
import { codeOf, hasResult } from '../read-reply.js';
import { sendBatch, unjudgeable } from './send-batch.js';

const BATCH = { group: 'batches', link: JSONRPC.batch, eras: WITH_BATCHES } as const;

export const replyPerRequest: Case = {
  ...BATCH,
  id: 'jsonrpc/6/reply-per-request',
  requirement: 'A batch gets one reply for each request in it.',
  keyword: 'MUST',
  fix: 'Collect the replies to all requests of the batch before it is answered.',
  async run(probe) {
    const requests = [1, 2, 3].map(() => harmlessText(probe));
    const answer = await sendBatch(probe, requests);
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    if (answer.entries.length >= requests.length) return kept;
    return violated(`a batch of 3 requests got ${answer.entries.length} replies`);
  },
};

export const idsOfEntries: Case = {
  ...BATCH,
  id: 'jsonrpc/6/ids-of-entries',
  requirement: 'Each reply to a batch has the id of the request that it answers.',
  keyword: 'MUST',
  fix: 'Treat each request of a batch as one of its own, with its own id.',
  async run(probe) {
    const ids = [801, 'errata-batch', 803];
    const answer = await sendBatch(
      probe,
      ids.map((id) => harmlessText(probe, JSON.stringify(id))),
    );
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    if (answer.entries.length < ids.length) return notObserved('there was not a reply to each');
    const echoed = answer.entries.map(({ value }) => membersOf(value)['id']);
    const missing = ids.filter((id) => !echoed.includes(id));
    if (missing.length === 0) return kept;
    return violated(`the ids ${JSON.stringify(ids)} came back as ${JSON.stringify(echoed)}`);
  },
};

export const failureIsolated: Case = {
  ...BATCH,
  id: 'jsonrpc/6/failure-isolated',
  requirement: 'A request of a batch that fails does not spoil the others.',
  keyword: 'MUST',
  fix: 'Catch the failure of each request of a batch by itself.',
  async run(probe) {
    if (probe.harmless === undefined) return notObserved('no method is known that succeeds');
    const good = harmlessText(probe, '"errata-good"');
    const answer = await sendBatch(probe, [probe.write(ABSENT_METHOD), good]);
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    const entry = answer.entries.find(({ value }) => membersOf(value)['id'] === 'errata-good');
    if (entry === undefined) return notObserved('there was no reply under its id');
    if (hasResult(entry)) return kept;
    return violated(
      `${probe.harmless.method} beside an unknown method failed with ${String(codeOf(entry))}`,
    );
  },
};

export const fiftyInBatch: Case = {
  ...BATCH,
  id: 'errata/batches/fifty-in-a-batch',
  requirement: 'A batch of fifty small requests is answered as a whole, or refused as a whole.',
  keyword: 'SHOULD',
  fix: 'Where there is a limit, refuse what is longer with one -32600 instead of dropping its end.',
  async run(probe) {
    const requests = Array.from({ length: 50 }, () => harmlessText(probe));
    const answer = await sendBatch(probe, requests);
    if (answer.isRefused) return kept;
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    if (answer.entries.length >= requests.length) return kept;
    return violated(`a batch of 50 requests got ${answer.entries.length} replies`);
  },
};
