import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { WITH_BATCHES } from '../eras.js';
import { harmlessText } from '../ids/ask.js';
import { JSONRPC } from '../links.js';
import { sendBatch, twoRequests, unjudgeable, type BatchAnswer } from './send-batch.js';

function arrayCase(row: {
  readonly id: string;
  readonly requirement: string;
  readonly what: string;
  messages(probe: Probe): readonly string[];
}): Case {
  const { id, requirement, what, messages } = row;
  return {
    id,
    group: 'batches',
    requirement,
    link: JSONRPC.batch,
    keyword: 'SHOULD',
    fix: 'Answer an array with an array, whatever its length: clients match the replies of a batch inside one.',
    eras: WITH_BATCHES,
    async run(probe) {
      const answer = await sendBatch(probe, messages(probe));
      const why = unjudgeable(answer) ?? mayBeStreamed(probe, answer);
      if (why !== undefined) return notObserved(why);
      return answer.isArray
        ? kept
        : violated(`${what} got ${answer.exchange.reply!.text.slice(0, 200)}`);
    },
  };
}

/** MCP lets the replies to a batch come one by one on an event stream. */
function mayBeStreamed({ era }: Probe, { exchange: { told } }: BatchAnswer): string | undefined {
  const isStream = told[0]?.headers['content-type']?.includes('text/event-stream') === true;
  return era !== 'jsonrpc' && isStream ? 'the replies came on a stream' : undefined;
}

export const batchArray = arrayCase({
  id: 'jsonrpc/6/batch-array',
  requirement: 'A batch is answered with an array.',
  what: 'a batch of two requests',
  messages: twoRequests,
});

export const batchOfOneArray = arrayCase({
  id: 'jsonrpc/6/batch-of-one-array',
  requirement: 'A batch of one request is answered with an array of one reply.',
  what: 'a batch of one request',
  messages: (probe) => [harmlessText(probe)],
});
