import { createConnection, type Socket } from 'node:net';
import { createParser, encodeRequest, idText, type ResponseMessage } from '@errata/core/codec';
import type { Fault } from '@errata/core/fault';
import { serverAt, toFault, unreachable, type Sought, type UnreachableOptions } from './faults.js';

/** Characters of one answer; the largest schemas need a few million. */
const MAX_ANSWER = 2 ** 26;

/** Milliseconds that the answer to a ping may take. */
const PING = 5000;

const parse = createParser({ era: 'jsonrpc', limits: { maxBytes: 4 * MAX_ANSWER } });

export interface CallOptions {
  /** Milliseconds that the answer may take. */
  readonly timeout: number;
  /** Milliseconds more for a server that still answers a ping: it may be loading a schema. Default: 0. */
  readonly patience?: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  settle(response: ResponseMessage): void;
  fail(thrown: unknown): void;
}

/** One connection to the daemon: requests under ids of its own, each with its answer or the reason why there is none. */
export class DaemonLink {
  private readonly socket: Socket;
  private readonly sought: Sought;
  private readonly waiting = new Map<string, Waiting>();
  private readonly lines = new LineSplitter(MAX_ANSWER);
  private lastId = 0;
  /** How often something was heard: silence since a request was sent means that nobody is there. */
  private heard = 0;
  /** Why there is no connection any more, for each who asks. */
  private ended: (() => Fault) | undefined;

  private constructor(socket: Socket, sought: Sought) {
    this.socket = socket;
    this.sought = sought;
    const details = `The server at ${sought.name} closed the connection before it answered`;
    // Whoever hangs up is on its way out.
    const hungUp = (cause?: unknown) => this.end(details, { absent: true, cause });
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => this.receive(chunk))
      .on('error', hungUp)
      .on('close', () => hungUp());
  }

  /** Connect to a port of this machine. */
  static open(port: number, timeout: number): Promise<DaemonLink> {
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
        resolve(new DaemonLink(socket, sought));
      });
    });
  }

  get closed(): boolean {
    return this.ended !== undefined;
  }

  get inFlight(): number {
    return this.waiting.size;
  }

  /** Ask one thing. Rejects with the daemon's own failure, or with −32000 where no answer comes. */
  request(method: string, params: object, options: CallOptions): Promise<unknown> {
    const { timeout, patience = 0, signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.ended !== undefined) return Promise.reject(this.ended());
    const id = idText((this.lastId += 1));
    return new Promise((resolve, reject) => {
      const heardBefore = this.heard;
      const done = (): void => {
        this.waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (thrown: unknown): void => {
        done();
        reject(thrown as Error);
      };
      const cancel = (): void => {
        fail(signal!.reason);
        this.hangUpUnlessWaiting();
      };
      const giveUp = (): void => {
        const { name } = this.sought;
        const details = `The server at ${name} did not answer ${method} within ${timeout / 1000} s`;
        if (this.heard === heardBefore) this.end(details);
        else fail(unreachable(this.sought, details));
      };
      const ping = (): void => {
        const limit = Math.min(timeout, PING);
        timer = setTimeout(giveUp, limit);
        const alive = () => {
          if (!this.waiting.has(id)) return;
          clearTimeout(timer);
          timer = setTimeout(giveUp, patience);
        };
        this.request('ping', {}, { timeout: 2 * limit }).then(alive, () => undefined);
      };
      let timer = setTimeout(patience === 0 ? giveUp : ping, timeout);
      const settle = ({ error, result }: ResponseMessage): void => {
        if (error !== undefined) return fail(toFault(error));
        done();
        resolve(result);
      };
      this.waiting.set(id, { settle, fail });
      signal?.addEventListener('abort', cancel, { once: true });
      this.socket.write(`${encodeRequest(id, method, params as Record<string, unknown>)}\n`);
    });
  }

  /** Hang up. */
  close(): void {
    this.end('The connection was closed on this side');
  }

  /** Nobody waits for an answer any more. Plain JSON-RPC has no word for that, but the daemon stops working for who is gone. */
  private hangUpUnlessWaiting(): void {
    if (this.waiting.size > 0) return;
    this.socket.resetAndDestroy();
    this.close();
  }

  private receive(chunk: string): void {
    this.heard += 1;
    const lines = this.lines.push(chunk);
    if (lines === undefined) return this.breach('an answer that is too long');
    for (const line of lines) {
      const message = parse(line);
      if (message.kind === 'response') this.answer(message);
      else if (message.kind !== 'notification') this.breach('something that is no JSON-RPC answer');
    }
  }

  private answer(response: ResponseMessage): void {
    const { id = '' } = response;
    const waiting = this.waiting.get(id);
    if (waiting !== undefined) return waiting.settle(response);
    // Whoever asked has given up; nobody has asked under any other id.
    const known = Number(id) >= 1 && Number(id) <= this.lastId;
    if (!known) this.breach('an answer to something that was not asked');
  }

  private breach(what: string): void {
    this.end(`The server at ${this.sought.name} sent ${what}`);
  }

  private end(details: string, options?: UnreachableOptions): void {
    if (this.ended !== undefined) return;
    const why = () => unreachable(this.sought, details, options);
    this.ended = why;
    this.socket.destroy();
    for (const { fail } of [...this.waiting.values()]) fail(why());
  }
}

/** Cuts what comes from a socket into lines, and says where one is longer than anybody wants to keep. */
export class LineSplitter {
  private readonly maxLength: number;
  private parts: string[] = [];
  private length = 0;

  constructor(maxLength: number) {
    this.maxLength = maxLength;
  }

  /** The lines that are complete now; undefined where one is too long. */
  push(chunk: string): readonly string[] | undefined {
    const lines = chunk.split('\n');
    const last = lines.pop()!;
    if (lines.length > 0) {
      lines[0] = this.parts.join('') + lines[0]!;
      this.parts = [];
      this.length = 0;
    }
    this.parts.push(last);
    this.length += last.length;
    if (this.length > this.maxLength || lines.some((line) => line.length > this.maxLength)) {
      return undefined;
    }
    return lines.filter((line) => line.trim() !== '');
  }
}
