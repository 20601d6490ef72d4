import { createConnection, type Socket } from 'node:net';
import { createParser, encodeRequest, idText, type ResponseMessage } from '@errata/core/internal';
import { isFault, type Fault } from '@errata/core';
import { serverAt, toFault, unreachable, type UnreachableOptions } from './faults.js';

/** Characters of one answer; the largest schemas need a few million. */
const MAX_ANSWER = 2 ** 26;

/** Milliseconds that the answer to a ping may take. */
const PING = 5000;

const parse = createParser({ era: 'jsonrpc', limits: { maxBytes: 4 * MAX_ANSWER } });

export interface CallOptions {
  readonly timeout: number;
  /** Milliseconds more for a server that still answers a ping: it may be loading a schema. Default: 0. */
  readonly patience?: number;
  readonly signal?: AbortSignal | undefined;
}

export type DaemonLink = ReturnType<typeof createLink>;

export function openLink(port: number, timeout: number): Promise<DaemonLink> {
  const sought = serverAt(port);
  const { name } = sought;
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true, timeout });
    const refused = (cause: NodeJS.ErrnoException) => {
      const absent = cause.code === 'ECONNREFUSED';
      const details = absent
        ? `${name} refused the connection: no server listens there`
        : `${name} could not be connected to: ${cause.code ?? 'unknown'}`;
      reject(unreachable(sought, details, { absent, cause }));
    };
    const late = () => {
      socket.destroy();
      reject(unreachable(sought, `${name} took no connection within ${timeout / 1000} s`));
    };
    socket.once('error', refused).once('timeout', late);
    socket.once('connect', () => {
      socket.off('error', refused).off('timeout', late).setTimeout(0);
      resolve(createLink(socket, port));
    });
  });
}

/** One connection to the daemon: requests under ids of its own, each with its answer or the reason why there is none. */
function createLink(socket: Socket, port: number) {
  const sought = serverAt(port);
  const server = `The server at ${sought.name}`;
  const waiting = new Map<string, (outcome: ResponseMessage | Fault) => void>();
  let lastId = 0;
  /** Chunks received: none since a request was sent means that the server is gone. */
  let received = 0;
  /** Why there is no connection any more, for each who asks. */
  let ended: (() => Fault) | undefined;

  const end = (details: string, options?: UnreachableOptions): void => {
    if (ended !== undefined) return;
    const why = () => unreachable(sought, details, options);
    ended = why;
    socket.destroy();
    for (const settle of [...waiting.values()]) settle(why());
  };
  const close = (): void => end('The connection was closed on this side');

  const answer = (response: ResponseMessage): void => {
    const { id = '' } = response;
    const settle = waiting.get(id);
    if (settle !== undefined) return settle(response);
    // The caller has given up; no other id was ever sent.
    const known = Number(id) >= 1 && Number(id) <= lastId;
    if (!known) end(`${server} sent an answer to something that was not asked`);
  };
  const split = createLineSplitter(MAX_ANSWER);
  const receive = (chunk: string): void => {
    received += 1;
    const lines = split(chunk);
    if (lines === undefined) return end(`${server} sent an answer that is too long`);
    for (const message of lines.map((line) => parse(line))) {
      if (message.kind === 'response') answer(message);
      else if (message.kind !== 'notification') {
        end(`${server} sent a message that is not a JSON-RPC response`);
      }
    }
  };
  // A server that closes the connection is ending.
  const hungUp = (cause?: unknown) =>
    end(`${server} closed the connection before it answered`, { absent: true, cause });
  socket.setEncoding('utf8').on('data', receive);
  socket.on('error', hungUp).on('close', () => hungUp());

  const request = (method: string, params: object, options: CallOptions): Promise<unknown> => {
    const { timeout, patience = 0, signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (ended !== undefined) return Promise.reject(ended());
    const id = idText((lastId += 1));
    return new Promise((resolve, reject) => {
      const receivedBefore = received;
      const done = (): void => {
        waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (thrown: unknown): void => {
        done();
        reject(thrown as Error);
      };
      const cancel = (): void => {
        fail(signal!.reason);
        if (waiting.size > 0) return;
        // Plain JSON-RPC has no cancellation, but the daemon stops working for a client that is gone.
        socket.resetAndDestroy();
        close();
      };
      const giveUp = (): void => {
        const details = `${server} did not answer ${method} within ${timeout / 1000} s`;
        if (received === receivedBefore) end(details);
        else fail(unreachable(sought, details));
      };
      const ping = (): void => {
        const limit = Math.min(timeout, PING);
        timer = setTimeout(giveUp, limit);
        const alive = () => {
          if (!waiting.has(id)) return;
          clearTimeout(timer);
          timer = setTimeout(giveUp, patience);
        };
        request('ping', {}, { timeout: 2 * limit }).then(alive, () => undefined);
      };
      let timer = setTimeout(patience === 0 ? giveUp : ping, timeout);
      waiting.set(id, (outcome) => {
        if (isFault(outcome)) return fail(outcome);
        if (outcome.error !== undefined) return fail(toFault(outcome.error));
        done();
        resolve(outcome.result);
      });
      signal?.addEventListener('abort', cancel, { once: true });
      socket.write(`${encodeRequest(id, method, params as Record<string, unknown>)}\n`);
    });
  };
  return { request, close, closed: () => ended !== undefined, inFlight: () => waiting.size };
}

/** Cuts what comes from a socket into lines that are complete; undefined if one is longer than the limit. */
export function createLineSplitter(maxLength: number) {
  let rest = '';
  return (chunk: string): readonly string[] | undefined => {
    rest += chunk;
    // A long line comes in many pieces: it is looked through once, when it is complete.
    const lines = chunk.includes('\n') ? rest.split('\n') : [rest];
    rest = lines.pop()!;
    if ([...lines, rest].some(({ length }) => length > maxLength)) return undefined;
    return lines.filter((line) => line.trim() !== '');
  };
}
