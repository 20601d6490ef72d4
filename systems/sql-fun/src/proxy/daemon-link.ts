import { createConnection, type Socket } from 'node:net';
import {
  createParser,
  encodeRequest,
  idText,
  type Incoming,
  type ResponseMessage,
} from '@errata/core/codec';
import type { Fault } from '@errata/core/fault';
import { LineSplitter } from './line-splitter.js';
import { toFault } from './to-fault.js';
import { serverAt, unreachable, type Sought } from './unreachable.js';

/** Characters of one answer; the largest schemas need a few million. */
const MAX_ANSWER = 2 ** 26;

/** Milliseconds that the answer to a ping may take. */
const PING = 5000;

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
  private readonly parse = createParser({ era: 'jsonrpc', limits: { maxBytes: 4 * MAX_ANSWER } });
  private lastId = 0;
  /** How often something was heard: silence since a request was sent means that nobody is there. */
  private heard = 0;
  /** Why there is no connection any more, for each who asks. */
  private ended: (() => Fault) | undefined;

  private constructor(socket: Socket, sought: Sought) {
    this.socket = socket;
    this.sought = sought;
    const hungUp = (cause?: unknown) =>
      this.end(() =>
        unreachable(
          sought,
          `The server at ${sought.name} closed the connection before it answered`,
          {
            // Whoever hangs up is on its way out.
            absent: true,
            cause,
          },
        ),
      );
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => this.receive(chunk))
      .on('error', hungUp)
      .on('close', () => hungUp());
  }

  /** Connect to a port of this machine. */
  static open(port: number, timeout: number): Promise<DaemonLink> {
    const sought = serverAt(port);
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true, timeout });
      const refused = (cause: unknown) => reject(refusal(sought, cause));
      const late = () => {
        socket.destroy();
        reject(unreachable(sought, `${sought.name} took no connection within ${seconds(timeout)}`));
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
      const cancel = (): void => {
        done();
        this.giveUp();
        reject(signal!.reason as Error);
      };
      const giveUp = (): void => {
        const late = () => this.late(method, timeout);
        if (this.heard === heardBefore) return this.end(late);
        done();
        reject(late());
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
      this.waiting.set(id, {
        settle({ error, result }) {
          done();
          if (error === undefined) resolve(result);
          else reject(toFault(error));
        },
        fail(thrown) {
          done();
          reject(thrown as Error);
        },
      });
      signal?.addEventListener('abort', cancel, { once: true });
      this.socket.write(`${encodeRequest(id, method, params as Record<string, unknown>)}\n`);
    });
  }

  /** Hang up. */
  close(): void {
    this.end(() => unreachable(this.sought, 'The connection was closed on this side'));
  }

  private late(method: string, timeout: number): Fault {
    const details = `The server at ${this.sought.name} did not answer ${method} within ${seconds(timeout)}`;
    return unreachable(this.sought, details);
  }

  /** Nobody waits for an answer any more. Plain JSON-RPC has no word for that, but the daemon stops working for who is gone. */
  private giveUp(): void {
    if (this.waiting.size > 0) return;
    this.socket.resetAndDestroy();
    this.close();
  }

  private receive(chunk: string): void {
    this.heard += 1;
    const lines = this.lines.push(chunk);
    if (lines === undefined) return this.breach('an answer that is too long');
    for (const line of lines) this.take(this.parse(line));
  }

  private take(message: Incoming): void {
    switch (message.kind) {
      case 'response':
        return this.answer(message);
      case 'notification':
        return;
      default:
        return this.breach('something that is no JSON-RPC answer');
    }
  }

  private answer(response: ResponseMessage): void {
    const { id } = response;
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (waiting !== undefined) return waiting.settle(response);
    // Whoever asked has given up; nobody has asked under any other id.
    const known = id !== undefined && Number(id) >= 1 && Number(id) <= this.lastId;
    if (!known) this.breach('an answer to something that was not asked');
  }

  private breach(what: string): void {
    const details = `The server at ${this.sought.name} sent ${what}`;
    this.end(() => unreachable(this.sought, details));
  }

  private end(why: () => Fault): void {
    if (this.ended !== undefined) return;
    this.ended = why;
    this.socket.destroy();
    for (const { fail } of [...this.waiting.values()]) fail(why());
  }
}

function refusal(sought: Sought, cause: unknown): Fault {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED'
    ? unreachable(sought, `${sought.name} refused the connection: no server listens there`, {
        absent: true,
        cause,
      })
    : unreachable(sought, `${sought.name} could not be connected to: ${code ?? 'unknown'}`, {
        cause,
      });
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
