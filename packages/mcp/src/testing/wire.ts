/** A message on its way to or from a server under test. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The far end of a transport: a client that says exactly what a test wants said. */
export interface Wire {
  /** What the server is connected to. */
  readonly transport: never;
  ask(method: string, params?: object, id?: string | number): Promise<Message>;
  tell(method: string, params?: object): void;
  /** Messages of the server that are not replies. */
  readonly unasked: readonly Message[];
  /** Replies by id, in the order they came. */
  readonly replies: readonly Message[];
  /** No reply is waited for any more. */
  forget(): void;
}

export function createWire(): Wire {
  const waiting = new Map<string | number, (message: Message) => void>();
  const unasked: Message[] = [];
  const replies: Message[] = [];
  let next = 1;
  const transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message: Message) => {
      if (message.method !== undefined || message.id === undefined) {
        unasked.push(message);
        return;
      }
      replies.push(message);
      waiting.get(message.id)?.(message);
    },
  } as { onmessage?: (message: object, extra?: object) => void; onclose?: () => void };
  const deliver = (message: object) => transport.onmessage?.({ jsonrpc: '2.0', ...message });
  return {
    transport: transport as never,
    unasked,
    replies,
    forget: () => waiting.clear(),
    tell: (method, params = {}) => deliver({ method, params }),
    ask: (method, params = {}, id = next++) =>
      new Promise((resolve) => {
        waiting.set(id, resolve);
        deliver({ id, method, params });
      }),
  };
}

export const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
