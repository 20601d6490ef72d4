import { hello, type Message } from '@errata/testing/messages';

export type { Message } from '@errata/testing/messages';

export type Wire = ReturnType<typeof createWire>;

/** The far end of a transport: a client that says exactly what a test wants said. */
export function createWire() {
  const waiting = new Map<unknown, (message: Message) => void>();
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
    /** What the server is connected to. */
    transport: transport as never,
    /** What the server said without having been asked. */
    unasked: unasked as readonly Message[],
    /** Replies by id, in the order they came. */
    replies: replies as readonly Message[],
    /** No reply is waited for any more. */
    forget: () => waiting.clear(),
    tell: (method: string, params: object = {}) => deliver({ method, params }),
    ask: (method: string, params: object = {}, id: string | number = next++) =>
      new Promise<Message>((resolve) => {
        waiting.set(id, resolve);
        deliver({ id, method, params });
      }),
  };
}

export const HELLO = hello();
