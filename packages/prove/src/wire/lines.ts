import { once } from 'node:events';
import { connect } from 'node:net';
import type { Era } from '@errata/core';
import { idKey, scanId } from '@errata/core/internal';
import { startChild, type ChildOptions } from './child.js';
import { AnswerLog, createScribe, cutLines, shakeHands } from './messages.js';
import {
  DEFAULT_TIMEOUT,
  ProbeError,
  type Answer,
  type Wire,
  type ProbeWireOptions,
} from './wire.js';

export interface StdioWireOptions extends ProbeWireOptions, ChildOptions {
  readonly era: Era;
}

/** A wire to a process of its own. */
export interface StdioWire extends Wire {
  readonly pid: number | undefined;
  /** The last of what the process wrote to standard error. */
  stderr(): string;
  /** Settles when the process has ended, with its exit code or signal. */
  readonly ended: Promise<number | string>;
}

/** Start a server and speak to it over its standard streams; the server ends with the wire. */
export async function connectStdio(options: StdioWireOptions): Promise<StdioWire> {
  const child = startChild(options);
  const { stdin, stdout, pid } = child.process;
  const channel = { write: (bytes: Uint8Array) => void stdin.write(bytes), close: child.end };
  const { wire, receive, fail } = createLineWire(channel, options.era, options);
  stdout.setEncoding('utf8').on('data', receive);
  const ended = child.ended.then(({ how, error }) => {
    fail(error);
    return how;
  });
  await shakeHands(wire, options);
  return { ...wire, pid, stderr: child.stderr, ended };
}

export interface TcpWireOptions extends ProbeWireOptions {
  readonly host: string;
  readonly port: number;
  /** Plain JSON-RPC by default. */
  readonly era?: Era;
}

/** Speak newline-delimited JSON to a port. */
export async function connectTcp(options: TcpWireOptions): Promise<Wire> {
  const { host, port, era = 'jsonrpc' } = options;
  const socket = connect({ host, port });
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const { wire, receive, fail } = createLineWire(
    {
      write: (bytes) => void socket.write(bytes),
      close() {
        socket.destroy();
        return closed;
      },
    },
    era,
    options,
  );
  socket.setEncoding('utf8').on('data', receive);
  socket.on('error', (cause) => fail(new ProbeError('the connection is broken', { cause })));
  socket.on('close', () => fail(new ProbeError('the server has closed the connection')));
  await shakeHands(wire, options);
  return wire;
}

/** A pair of streams that carries one message per line. */
interface LineChannel {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

const NEWLINE = 0x0a;

/** A wire on newline-delimited JSON. */
function createLineWire(channel: LineChannel, era: Era, options: ProbeWireOptions) {
  const inbox = new Inbox(options.timeout ?? DEFAULT_TIMEOUT);
  const scribe = createScribe(era, options);
  // In one piece: a line and its end belong together.
  const writeLine = (text: string | Uint8Array): void => {
    const bytes = Buffer.from(text);
    channel.write(bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.of(NEWLINE)]));
  };
  const ask: Wire['request'] = (method, params) => {
    const text = scribe.request(method, params);
    const answer = inbox.expect(text, false);
    writeLine(text);
    return answer;
  };
  const wire: Wire = {
    era,
    request: ask,
    callTool: (name, args = {}) => ask('tools/call', { name, arguments: args }),
    send(text) {
      const answer = inbox.expect(textOf(text), true);
      writeLine(text);
      return answer;
    },
    notify: async (method, params) => writeLine(scribe.notification(method, params)),
    notifications: inbox.log.notifications,
    answers: inbox.log.answers,
    close: () => channel.close(),
  };
  return {
    wire,
    /** Takes what the peer writes, in pieces of any size. */
    receive: cutLines((line) => {
      const reply = line.trim() === '' ? undefined : inbox.receive(line);
      if (reply !== undefined) writeLine(reply);
    }),
    /** Nothing more will come, and why. */
    fail: (error: Error) => inbox.fail(error),
  };
}

/** A text for the record; bytes that are no UTF-8 are shown as what a reader would make of them. */
export function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

interface Waiter {
  /** The id that the reply should have; none where the text had none that could be read. */
  readonly key: string | undefined;
  /** Whether a reply under no id that is waited for may be meant. */
  readonly raw: boolean;
  readonly sent: string;
  readonly take: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

/** Brings the replies of a stream to the requests that wait for them. */
class Inbox {
  readonly log = new AnswerLog();
  readonly #waiters = new Set<Waiter>();
  readonly #timeout: number;
  #gone: Error | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** The reply to a text that is about to be sent. */
  expect(sent: string, raw: boolean): Promise<Answer> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const id = scanId(sent);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        key: id === undefined ? undefined : idKey(id),
        raw,
        sent,
        take: (answer) => (leave(), resolve(answer)),
        fail: (error) => (leave(), reject(error)),
      };
      const timer = setTimeout(
        () => waiter.fail(new ProbeError(`no reply within ${this.#timeout} ms`)),
        this.#timeout,
      );
      this.#waiters.add(waiter);
    });
  }

  /** One line of the peer's. Gives back what has to be said to it, if anything. */
  receive(text: string): string | undefined {
    const id = scanId(text);
    const waiter = this.#find(id === undefined || id === 'null' ? undefined : idKey(id));
    const received = this.log.hear(text, waiter === undefined ? {} : { sent: waiter.sent });
    // Invalid JSON was printed by the server; it answers nothing.
    if (received.kind === 'answer' && received.answer.message !== undefined)
      waiter?.take(received.answer);
    return received.kind === 'request' ? received.reply : undefined;
  }

  /** Nothing more will come. */
  fail(error: Error): void {
    this.#gone ??= error;
    for (const waiter of [...this.#waiters]) waiter.fail(error);
  }

  #find(key: string | undefined): Waiter | undefined {
    const waiters = [...this.#waiters];
    const meant = key === undefined ? undefined : waiters.find((waiter) => waiter.key === key);
    return meant ?? waiters.find(({ raw }) => raw);
  }
}
