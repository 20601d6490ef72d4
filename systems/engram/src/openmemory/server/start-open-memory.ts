import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { httpUrl } from '@errata/edges/service';
import {
  answerRequests,
  commonConditions,
  Listener,
  RequestLog,
  sendPayload,
  type AnswerRequest,
  type CommonConditions,
  type SeenRequest,
} from '@errata/upstream/simulator';
import {
  openArchive,
  storageProblem,
  type ArchiveOptions,
  type StorageProblem,
} from '../archive/open-archive.js';
import { perform, Refusal, type PerformRequest, type Service } from './perform.js';

/** A wrong answer of OpenMemory: a text that is not JSON, or `success: false` without a reason. */
export const NONSENSE = ['text', 'failure'] as const;

export type Nonsense = (typeof NONSENSE)[number];

/** What is wrong with OpenMemory at the moment. */
interface Conditions extends CommonConditions {
  nonsense: Nonsense | undefined;
}

/** A running OpenMemory, with methods that break it. */
export interface OpenMemoryServer {
  readonly url: string;
  /** The key that it wants at the moment. */
  readonly apiKey: string | undefined;
  /** The latest requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Switch on again, on the same port. */
  start(): Promise<void>;
  /** Switch off: the port is closed and every connection breaks. What it knows, it keeps. */
  stop(): Promise<void>;
  /** Answer this many milliseconds late. The work itself is done at once. */
  setDelay(milliseconds: number): void;
  /** Fail every request with this HTTP status and do nothing, until it is set to undefined. */
  failWith(status: number | undefined): void;
  /** Answer 200 to everything: `text`, which is not JSON, after doing the work; `failure`, which says `success: false`, without doing it. */
  answerNonsense(nonsense: Nonsense | undefined): void;
  /** Do the work, send half of the answer, then break the connection. */
  cutBodies(on: boolean): void;
  setApiKey(key: string | undefined): void;
  /** Leave the database no room to grow: additions fail as they do on a full disk. */
  fill(): Promise<void>;
  /** Give it room again. */
  unfill(): Promise<void>;
  /** Switch off for good. */
  close(): Promise<void>;
}

export interface OpenMemoryOptions {
  /** A path, `:memory:`, or `postgres://…`. */
  readonly database: string;
  /** A server for the vectors of memories. Default: search is by words only. */
  readonly embeddings?: NonNullable<ArchiveOptions['embeddings']>;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** Default: nobody needs a key. */
  readonly apiKey?: string;
  /** Of one memory. Default: 100,000. */
  readonly maxContentBytes?: number;
  /** Of the whole database. Default: no limit. */
  readonly maxDatabaseBytes?: number;
  readonly now?: () => number;
  /** Another protocol than its own. */
  readonly perform?: PerformRequest;
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
};

/** Start an OpenMemory: memories over HTTP, kept in SQLite. */
export async function startOpenMemory(options: OpenMemoryOptions): Promise<OpenMemoryServer> {
  const { database, host = '127.0.0.1', port = 0, now = Date.now } = options;
  const { maxContentBytes, maxDatabaseBytes, embeddings } = options;
  const archive = await openArchive({
    ...{ database, now },
    ...(embeddings && { embeddings }),
    ...(maxDatabaseBytes !== undefined && { maxBytes: maxDatabaseBytes }),
  });
  const conditions: Conditions = { ...commonConditions(), nonsense: undefined };
  const { requests, note } = new RequestLog();
  const service = {
    ...{ archive, apiKey: options.apiKey },
    ...(maxContentBytes !== undefined && { maxContentBytes }),
  };
  const answering = createAnswer(service, conditions, options.perform ?? perform);
  const answer = answerRequests(answering, note);
  const listener = new Listener({ host, port, create: () => createServer(LIMITS, answer) });
  try {
    await listener.open();
  } catch (error) {
    await archive.close();
    throw error;
  }

  return {
    get url() {
      return httpUrl(host, listener.port);
    },
    get apiKey() {
      return service.apiKey;
    },
    requests,
    start: () => listener.open(),
    stop: () => listener.close(),
    close: async () => {
      await listener.close();
      await archive.close();
    },
    setDelay: (milliseconds) => void (conditions.delay = milliseconds),
    failWith: (status) => void (conditions.failWith = status),
    answerNonsense: (nonsense) => void (conditions.nonsense = nonsense),
    cutBodies: (on) => void (conditions.cutBodies = on),
    setApiKey: (key) => void (service.apiKey = key),
    fill: () => archive.fill(),
    unfill: () => archive.unfill(),
  };
}

const LATER: Readonly<Record<StorageProblem, string>> = {
  full: 'There is no room to store anything',
  busy: 'The database is busy',
  away: 'The database cannot be reached',
};

const GARBLED: Reply = { status: 200, text: '<html><body>It works!</body></html>' };

/** Answers a request as well as the conditions let it. */
function createAnswer(
  service: Service,
  conditions: Readonly<Conditions>,
  perform: PerformRequest,
): AnswerRequest {
  return async (request, response, signal) => {
    const reply = await replyTo(service, conditions, request, perform);
    if (conditions.delay > 0) await wait(conditions.delay, undefined, { signal });
    // A server that is switched off during the work does not answer any more.
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
  perform: PerformRequest,
): Promise<Reply> {
  if (failWith !== undefined) return toReply(failWith, { error: 'This is a drill' });
  if (nonsense === 'failure') return toReply(200, { success: false });
  const reply = await work(service, request, perform);
  return nonsense === 'text' ? GARBLED : reply;
}

async function work(
  service: Service,
  request: IncomingMessage,
  perform: PerformRequest,
): Promise<Reply> {
  try {
    return toReply(200, await perform(service, request));
  } catch (error) {
    if (error instanceof Refusal) return toReply(error.status, error.body, error.headers);
    if (request.destroyed && !request.complete) throw error;
    const problem = storageProblem(error);
    return problem === undefined
      ? toReply(500, { error: 'Something went wrong' })
      : toReply(503, { error: LATER[problem] });
  }
}

/** What is sent, whether it is JSON or only should be. */
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly type?: 'application/json';
  readonly headers?: Refusal['headers'];
}

const toReply = (status: number, body: Refusal['body'], headers?: Refusal['headers']): Reply => ({
  status,
  ...(typeof body === 'string'
    ? { text: body }
    : { text: JSON.stringify(body), type: 'application/json' }),
  ...(headers && { headers }),
});

/** Send an answer, or half of it before the line breaks. */
function send(response: ServerResponse, reply: Reply, cut: boolean): void {
  const { status, text, type, headers } = reply;
  const payload = Buffer.from(text, 'utf8');
  response.statusCode = status;
  if (type !== undefined) response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', payload.length);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  // The rest of a body that is too large is not worth waiting for.
  if (status === 413) response.setHeader('Connection', 'close');
  sendPayload(response, payload, cut);
}
