import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerRequest } from '@errata/system/simulator';
import { storageProblem, type StorageProblem } from '../archive/index.js';
import type { Conditions } from './conditions.js';
import { perform, type Service } from './perform.js';
import { Refusal } from './refusal.js';
import { send, toReply, type Reply } from './send.js';

const LATER: Readonly<Record<StorageProblem, string>> = {
  full: 'There is no room to store anything',
  busy: 'The database is busy',
};

const GARBLED: Reply = { status: 200, text: '<html><body>It works!</body></html>' };

/** Answers a request as well as the conditions let it. */
export function createAnswer(service: Service, conditions: Readonly<Conditions>): AnswerRequest {
  return async (request, response, signal) => {
    const reply = await replyTo(service, conditions, request);
    if (conditions.delay > 0) await wait(conditions.delay, undefined, { signal });
    // Whoever is switched off while the work is done says nothing any more.
    signal.throwIfAborted();
    const cut = conditions.cutBodies;
    send(response, reply, cut);
    return cut ? 0 : reply.status;
  };
}

async function replyTo(
  service: Service,
  { failWith, nonsense }: Readonly<Conditions>,
  request: IncomingMessage,
): Promise<Reply> {
  if (failWith !== undefined) return toReply(failWith, { error: 'This is a drill' });
  if (nonsense === 'failure') return toReply(200, { success: false });
  const reply = await work(service, request);
  return nonsense === 'text' ? GARBLED : reply;
}

async function work(service: Service, request: IncomingMessage): Promise<Reply> {
  try {
    return toReply(200, await perform(service, request));
  } catch (error) {
    if (error instanceof Refusal) return toReply(error.status, { error: error.message });
    if (request.destroyed && !request.complete) throw error;
    const problem = storageProblem(error);
    return problem === undefined
      ? toReply(500, { error: 'Something went wrong' })
      : toReply(503, { error: LATER[problem] });
  }
}
