import { startLines, type Child, type ChildCommand, type Message } from '@errata/testing/child';

export { type Child, type ChildCommand, startLines } from '@errata/testing/child';

/** Runs a command to its end. */
export async function runChild(
  command: ChildCommand,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const child = startLines(command);
  await child.close(60_000);
  const { code } = await child.ended;
  return { code, output: child.lines.join('\n'), errors: child.stderr() };
}

/** A stdio server spoken to byte by byte, because an SDK client cannot send what is wrong. */
export interface Wire {
  readonly child: Child;
  /** Sends text as it is, with a newline. */
  send(text: string): void;
  /** Sends a request and gives the reply to it. */
  request(id: number | string, method: string, params?: object): Promise<Message>;
  /** The message whose text satisfies. */
  message(satisfies: (text: string) => boolean): Promise<Message>;
  /** What is answered to a text. Silence is proven by a later request that is answered. */
  answersTo(text: string): Promise<readonly string[]>;
}

export async function openWire(command: ChildCommand): Promise<Wire> {
  const child = startLines(command);
  const wire: Wire = {
    child,
    message: async (satisfies) => JSON.parse(await child.line(satisfies)) as Message,
    send: (text) => child.send(text),
    request: (id, method, params = {}) =>
      child.ask(JSON.stringify({ jsonrpc: '2.0', id, method, params })),
    answersTo: async (text) =>
      (await child.through(text)).filter((line) => !line.includes('"method"')),
  };
  await wire.request('hello', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'peers', version: '1.0.0' },
  });
  wire.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return wire;
}

/** What the model would read of a tool's reply. */
export function textOf({ result }: Message): string {
  const content = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return content.map(({ text = '' }) => text).join('\n');
}
