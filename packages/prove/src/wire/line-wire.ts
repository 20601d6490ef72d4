import type { Era } from '@errata/core/era';
import { createScribe } from './scribe.js';
import { Inbox } from './inbox.js';
import { DEFAULT_TIMEOUT, type Wire, type WireOptions } from './wire.js';

/** A pair of streams that carries one message per line. */
export interface LineChannel {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface LineWire {
  readonly wire: Wire;
  /** Takes what the peer writes, in pieces of any size. */
  receive(chunk: string): void;
  /** Nothing more will come, and why. */
  fail(error: Error): void;
}

const NEWLINE = 0x0a;

/** A wire on newline-delimited JSON. */
export function createLineWire(channel: LineChannel, era: Era, options: WireOptions): LineWire {
  const inbox = new Inbox(options.timeout ?? DEFAULT_TIMEOUT);
  const scribe = createScribe(era, options);
  let rest = '';
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
  return {
    wire: {
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
    },
    receive(chunk) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = line.trim() === '' ? undefined : inbox.receive(line);
        if (reply !== undefined) writeLine(reply);
      }
    },
    fail: (error) => inbox.fail(error),
  };
}

/** A text for the record; bytes that are no UTF-8 are shown as what a reader would make of them. */
export function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}
