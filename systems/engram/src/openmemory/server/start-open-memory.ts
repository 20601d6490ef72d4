import { createServer } from 'node:http';
import { httpUrl } from '@errata/system/service';
import { answerRequests, Listener, RequestLog } from '@errata/system/simulator';
import { openArchive } from '../archive/index.js';
import { wellBehaved } from './conditions.js';
import { createAnswer } from './create-answer.js';
import type { OpenMemoryServer } from './open-memory-server.js';

export interface OpenMemoryOptions {
  /** A path, or `:memory:`. */
  readonly database: string;
  /** 127.0.0.1 unless told. */
  readonly host?: string;
  /** Any that is free unless told. */
  readonly port?: number;
  /** Nobody needs a key unless told. */
  readonly apiKey?: string;
  /** Of one memory; 100,000 unless told. */
  readonly maxContentBytes?: number;
  /** Of the whole database; no limit unless told. */
  readonly maxDatabaseBytes?: number;
  readonly now?: () => number;
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
  const { maxContentBytes = 100_000, maxDatabaseBytes } = options;
  const archive = await openArchive({
    database,
    now,
    ...(maxDatabaseBytes !== undefined && { maxBytes: maxDatabaseBytes }),
  });
  const conditions = wellBehaved();
  const { requests, note } = new RequestLog();
  let { apiKey } = options;
  const service = {
    archive,
    maxContentBytes,
    get apiKey() {
      return apiKey;
    },
  };
  const answer = answerRequests(createAnswer(service, conditions), note);
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
      return apiKey;
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
    setApiKey: (key) => void (apiKey = key),
    fill: () => archive.fill(),
    unfill: () => archive.unfill(),
  };
}
