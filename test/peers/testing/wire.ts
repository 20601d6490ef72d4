import { startChild, type Child, type Command } from './child.js';

/** A JSON-RPC message as a test reads it. */
export interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A stdio server spoken to byte by byte, because an SDK client cannot send what is wrong. */
export interface Wire {
  readonly child: Child;
  /** Sends text as it is, with a newline. */
  send(text: string): void;
  /** Sends a request and gives the reply to it. */
  request(id: number | string, method: string, params?: object): Promise<Reply>;
  /** The message whose text satisfies. */
  message(satisfies: (text: string) => boolean): Promise<Reply>;
  /** What is answered to a text. Silence is proven by a later request that is answered. */
  answersTo(text: string): Promise<readonly string[]>;
}

export async function openWire(command: Command): Promise<Wire> {
  const child = startChild(command);
  let probes = 0;
  const message = async (satisfies: (text: string) => boolean): Promise<Reply> =>
    JSON.parse(await child.line(satisfies)) as Reply;
  const wire: Wire = {
    child,
    message,
    send: (text) => child.write(`${text}\n`),
    request: (id, method, params = {}) => {
      wire.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return message((text) => isReplyTo(id, text));
    },
    answersTo: async (text) => {
      const before = child.lines.length;
      wire.send(text);
      const probe = `probe-${++probes}`;
      await wire.request(probe, 'ping');
      return child.lines
        .slice(before)
        .filter((line) => !isReplyTo(probe, line) && !line.includes('"method"'));
    },
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
export function textOf({ result }: Reply): string {
  const content = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return content.map(({ text = '' }) => text).join('\n');
}

function isReplyTo(id: number | string, text: string): boolean {
  try {
    const message = JSON.parse(text) as Reply & { method?: string };
    return message.id === id && message.method === undefined;
  } catch {
    return false;
  }
}
