type Json = Record<string, unknown>;

/** A JSON-RPC message as a test reads it. */
export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

export const CLIENT = { name: 'test', version: '1' };

/** The params of `initialize`. */
export const hello = (protocolVersion = '2025-11-25', clientInfo = CLIENT, capabilities = {}) => ({
  ...{ protocolVersion, capabilities, clientInfo },
});

export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** `_meta` of every request of 2026-07-28. The keys are typed here again, so that a wrong one in core fails the tests. */
export const envelope = (clientInfo = CLIENT, capabilities = {}): Json => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** A request as text. */
export const request = (id: string | number, method: string, params?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });

/** Whether a line is the reply under an id. Text that some server wrote between its messages is none. */
export function isReplyTo(id: unknown, line: string): boolean {
  try {
    const message = JSON.parse(line) as Message;
    return message.method === undefined && message.id === id;
  } catch {
    return false;
  }
}

/** Looks again whenever something has changed, until it finds; rejects after the end of what it watches. */
export function createWatch(describeEnd: () => string = () => 'it ended') {
  const looking = new Set<() => void>();
  let over = false;
  const changed = (): void => looking.forEach((look) => look());
  return {
    changed,
    end(): void {
      over = true;
      changed();
    },
    find: <T>(look: () => T | undefined): Promise<T> =>
      new Promise((resolve, reject) => {
        const tryAgain = (): void => {
          const found = look();
          if (found === undefined && !over) return;
          looking.delete(tryAgain);
          if (found === undefined) reject(new Error(describeEnd()));
          else resolve(found);
        };
        looking.add(tryAgain);
        tryAgain();
      }),
  };
}
