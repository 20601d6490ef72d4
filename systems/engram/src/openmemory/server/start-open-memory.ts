import { openArchive } from '../archive/index.js';
import { answerRequests } from './answer-requests.js';
import { wellBehaved } from './conditions.js';
import { Listener } from './listener.js';
import type { OpenMemoryServer, SeenRequest } from './open-memory-server.js';

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

const KEPT_REQUESTS = 1000;

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
  const requests: SeenRequest[] = [];
  let { apiKey } = options;
  const service = {
    archive,
    maxContentBytes,
    get apiKey() {
      return apiKey;
    },
  };
  const listener = new Listener({
    host,
    port,
    answer: answerRequests({
      service,
      conditions,
      note: (method, path, status) => {
        requests.push({ method, path, status });
        if (requests.length > KEPT_REQUESTS) requests.shift();
      },
    }),
  });
  try {
    await listener.open();
  } catch (error) {
    await archive.close();
    throw error;
  }

  return {
    get url() {
      return `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
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
