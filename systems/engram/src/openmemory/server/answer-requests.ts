import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { storageProblem, type StorageProblem } from '../archive/index.js';
import type { Conditions } from './conditions.js';
import { perform, type Service } from './perform.js';
import { Refusal } from './refusal.js';
import { send, toReply, type Reply } from './send.js';

/** The side of the server that requests are answered from. */
export interface Host {
  readonly service: Service;
  readonly conditions: Readonly<Conditions>;
  /** Take note of a request; the status is 0 where no whole answer was sent. */
  note(method: string, path: string, status: number): void;
}

const LATER: Readonly<Record<StorageProblem, string>> = {
  full: 'There is no room to store anything',
  busy: 'The database is busy',
};

const GARBLED: Reply = { status: 200, text: '<html><body>It works!</body></html>' };

/** Answers the requests that arrive. */
export function answerRequests(
  host: Host,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const note = (status: number): void =>
      host.note(request.method ?? '', request.url ?? '', status);
    answer(host, request, response, gone.signal).then(note, () => {
      // The client went away, or its body never ended: there is nobody to tell.
      note(0);
      response.socket?.destroy();
    });
  };
}

async function answer(
  { service, conditions }: Host,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<number> {
  const reply = await replyTo(service, conditions, request);
  if (conditions.delay > 0) await wait(conditions.delay, undefined, { signal });
  // Whoever is switched off while the work is done says nothing any more.
  signal.throwIfAborted();
  const cut = conditions.cutBodies;
  send(response, reply, cut);
  return cut ? 0 : reply.status;
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
