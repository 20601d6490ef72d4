import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerRequest } from '@errata/system/simulator';
import type { ChaosKind } from '../chaos.js';
import type { Conditions } from '../conditions.js';
import type { DeviceState } from '../device-state.js';
import { Trap } from '../trap.js';
import { isAuthorized, type Login } from './authorized.js';
import { isWrite, perform, type RestReply } from './perform.js';
import { readRequest } from './read-request.js';
import { send, toRefusal } from './send.js';

/** The side of a device that requests are answered from. */
export interface Host {
  readonly state: DeviceState;
  readonly conditions: Readonly<Conditions>;
  readonly login: Login;
  readonly sessionCap: number;
}

/** What to send, unless the device keeps it to itself. */
interface Outcome {
  readonly reply: RestReply;
  readonly swallowed: boolean;
}

const WEBFIG = '<!doctype html><title>RouterOS</title><p>The REST API is at /rest.</p>';

async function work(
  host: Host,
  request: IncomingMessage,
  fault: ChaosKind | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const { state, conditions, login, sessionCap } = host;
  if (!isAuthorized(request.headers.authorization, login)) {
    state.log('system,error,critical', 'login failure via rest-api');
    return { reply: toRefusal(new Trap(401)), swallowed: false };
  }
  const status = conditions.failWith ?? (fault === 'fail' ? 503 : undefined);
  if (status !== undefined) throw new Trap(status, 'failure: internal error');
  const asked = await readRequest(request);
  if (asked === undefined) throw new Trap(404);
  const writes = isWrite(asked);
  const forget = writes && conditions.ignoreWrites ? state.keep() : undefined;
  const reply = await perform(state, asked, { signal, sessionCap });
  forget?.();
  const swallowed = writes && (conditions.swallowWrites || fault === 'swallow');
  return { reply, swallowed };
}

async function outcome(...given: Parameters<typeof work>): Promise<Outcome> {
  try {
    return await work(...given);
  } catch (error) {
    if (error instanceof Trap) return { reply: toRefusal(error), swallowed: false };
    throw error;
  }
}

async function answer(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<number> {
  const { conditions } = host;
  if (request.url === '/') {
    response.setHeader('Content-Type', 'text/html').end(WEBFIG);
    return 200;
  }
  const fault = conditions.chaos?.next();
  if (fault === 'reset') {
    response.socket?.destroy();
    return 0;
  }
  const { reply, swallowed } = await outcome(host, request, fault, signal);
  const delay = conditions.delay + (fault === 'slow' ? (conditions.chaos?.delay ?? 0) : 0);
  if (delay > 0) await wait(delay, undefined, { signal });
  if (swallowed) {
    response.socket?.destroy();
    return 0;
  }
  const cut = conditions.cutBodies || fault === 'cut';
  send(response, reply, cut && reply.body !== undefined);
  return reply.status;
}

/** Answers a request as well as the device can at the moment. */
export function createAnswer(host: Host): AnswerRequest {
  return (request, response, signal) => answer(host, request, response, signal);
}
