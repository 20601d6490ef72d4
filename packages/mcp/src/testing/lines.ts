import { PassThrough } from 'node:stream';
import type { Message } from './wire.js';

/** Both ends of a stdio edge, with a client at the far one that writes lines and reads messages. */
export interface Lines {
  readonly stdio: {
    readonly input: PassThrough;
    readonly output: PassThrough;
    readonly errors: PassThrough;
  };
  write(...lines: readonly string[]): void;
  /** The reply under an id, as text and as a message. */
  reply(id: unknown): Promise<Message & { readonly text: string }>;
  /** Everything that came, line by line. */
  readonly received: string[];
  end(): void;
}

export function createLines(): Lines {
  const stdio = {
    input: new PassThrough(),
    output: new PassThrough(),
    errors: new PassThrough(),
  };
  const received: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  stdio.output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    received.push(...lines);
    for (const look of [...waiting]) look();
  });
  const find = (id: unknown) => {
    const text = received.find((line) => {
      const message = JSON.parse(line) as Message;
      return message.method === undefined && message.id === id;
    });
    return text === undefined ? undefined : { ...(JSON.parse(text) as Message), text };
  };
  return {
    stdio,
    received,
    write: (...lines) => void stdio.input.write(lines.map((line) => `${line}\n`).join('')),
    reply: (id) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(id);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    end: () => void stdio.input.end(),
  };
}

export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as text, with the id as it is to stand in it. */
export function requestLine(id: string, method: string, params: object = {}): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
}
