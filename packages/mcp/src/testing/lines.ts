import { PassThrough } from 'node:stream';
import { createWatch, envelope, isReplyTo, type Message } from '@errata/testing/messages';

export type Lines = ReturnType<typeof createLines>;

/** Both ends of a stdio edge, with a client at the far one that writes lines and reads messages. */
export function createLines() {
  const stdio = {
    input: new PassThrough(),
    output: new PassThrough(),
    errors: new PassThrough(),
  };
  const received: string[] = [];
  const output = createWatch();
  let rest = '';
  stdio.output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    received.push(...lines);
    output.changed();
  });
  return {
    stdio,
    /** Everything that came, line by line. */
    received,
    write: (...lines: readonly string[]) =>
      void stdio.input.write(lines.map((line) => `${line}\n`).join('')),
    /** The reply under an id, as text and as a message. */
    async reply(id: unknown): Promise<Message & { readonly text: string }> {
      const text = await output.find(() => received.find((line) => isReplyTo(id, line)));
      return { ...(JSON.parse(text) as Message), text };
    },
    end: () => void stdio.input.end(),
  };
}

export const ENVELOPE = envelope();

/** A request as text, with the id as it is to stand in it. */
export function requestLine(id: string, method: string, params: object = {}): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
}
