import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { readBody, sendPayload, type AnswerRequest } from '@errata/upstream/simulator';
import type { ChaosKind, Conditions } from '../conditions.js';
import type { DeviceState } from '../device-state.js';
import { badRequest, Trap } from '../trap.js';
import { isWrite, perform, type RestReply, type SimRequest } from './perform.js';

/** The side of a device that requests are answered from. */
interface Host {
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
  const received = await readRequest(request);
  if (received === undefined) throw new Trap(404);
  const writes = isWrite(received);
  const forget = writes && conditions.ignoreWrites ? state.keep() : undefined;
  const reply = await perform(state, received, { signal, sessionCap });
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

interface Login {
  readonly username: string;
  readonly password: string;
}

/** Whether an Authorization header is that of the device's user. */
function isAuthorized(header: string | undefined, { username, password }: Login): boolean {
  const encoded = /^basic ([a-z0-9+/]*={0,2})$/i.exec(header ?? '')?.[1];
  return (
    encoded !== undefined &&
    Buffer.from(encoded, 'base64').toString('utf8') === `${username}:${password}`
  );
}

async function readText(request: IncomingMessage): Promise<string> {
  const bytes = await readBody(request);
  if (bytes === undefined) throw new Trap(413, 'request too large');
  return bytes.toString('utf8');
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Where the text went wrong is nothing that RouterOS tells either.
    throw badRequest('Invalid JSON');
  }
}

/** The parts of a path, decoded: `/rest/ip/address/*1`; undefined if it is no path of the REST API. */
function readPath(url: string): Pick<SimRequest, 'segments' | 'parameters'> | undefined {
  const [path = '', ...query] = url.split('?');
  if (path !== '/rest' && !path.startsWith('/rest/')) return undefined;
  const parts = path
    .slice('/rest'.length)
    .split('/')
    .filter((part) => part !== '');
  try {
    return {
      segments: parts.map(decodeURIComponent),
      parameters: new URLSearchParams(query.join('?')),
    };
  } catch {
    throw badRequest('Invalid URL');
  }
}

/** Read a request to its end, as far as it is bearable. */
async function readRequest(request: IncomingMessage): Promise<SimRequest | undefined> {
  const path = readPath(request.url ?? '');
  if (path === undefined) return undefined;
  const body = parseBody(await readText(request));
  return { method: request.method ?? 'GET', ...path, body };
}

/** A refusal in the words of RouterOS; `error` is a number there. */
const toRefusal = ({ status, detail }: Pick<Trap, 'status' | 'detail'>): RestReply => ({
  status,
  body: {
    ...(detail !== undefined && { detail }),
    error: status,
    message: STATUS_CODES[status] ?? 'Error',
  },
});

/** Send an answer, or half of it before the line breaks. */
function send(response: ServerResponse, { status, body }: RestReply, cut: boolean): void {
  const payload = Buffer.from(body === undefined ? '' : JSON.stringify(body), 'utf8');
  response.statusCode = status;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="RouterOS"');
  if (status === 413) response.setHeader('Connection', 'close');
  if (body !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', payload.length);
  }
  sendPayload(response, payload, cut);
}
