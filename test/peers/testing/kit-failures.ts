import type { KitClient } from './kit-clients.js';

type Json = Readonly<Record<string, unknown>>;

/** A failure, and how it reaches a client on the revisions with a handshake and on 2026-07-28. */
export interface KitFailure {
  readonly what: string;
  /** `uri` is that of a file that is there. */
  provoke(client: KitClient, uri: string): Promise<unknown>;
  readonly code: number;
  readonly message: string;
  readonly data?: (uri: string) => Json;
  /** What the call did, where there is data to say it in; default: none. */
  readonly effect?: 'done' | 'unknown';
  /** A number is that of an error object, a text the reason of a tool's failed result. */
  readonly modern: number | string;
}

/** What can go wrong between a client and a server on the kit. */
export const kitFailures: readonly KitFailure[] = [
  {
    what: 'a cursor that no list gave',
    provoke: (client) => client.tools('nope'),
    code: -32602,
    message: 'Invalid params',
    data: () => ({ details: 'cursor: not a cursor of this list; omit it to start again' }),
    modern: -32602,
  },
  {
    what: 'a tool that is not there',
    provoke: (client) => client.call('nope'),
    code: -32002,
    message: 'Tool not found',
    data: () => ({ tool: 'nope' }),
    modern: -32602,
  },
  {
    what: 'arguments that fail the schema',
    provoke: (client) => client.call('add', { a: 'one' }),
    code: -32602,
    message: 'Invalid params',
    data: () => ({ details: 'a: a number; for example 1; b: required; for example 1' }),
    modern: 'VALIDATION_FAILED',
  },
  {
    what: 'a result that fails the schema',
    provoke: (client) => client.call('lie'),
    code: -32007,
    message: 'Validation failed',
    data: () => ({
      details: 'The result is not what the tool has promised: sum: a number',
    }),
    effect: 'done',
    modern: 'VALIDATION_FAILED',
  },
  {
    what: 'a tool beyond its deadline',
    provoke: (client) => client.call('late'),
    code: -32009,
    message: 'Timeout',
    data: () => ({ tool: 'late', details: 'late did not finish within 0.02 s' }),
    effect: 'unknown',
    modern: 'TIMEOUT',
  },
  {
    what: 'what nobody declared',
    provoke: (client) => client.call('crash'),
    code: -32603,
    message: 'Internal error',
    modern: 'INTERNAL_ERROR',
  },
  {
    what: 'a file that is not there',
    provoke: (client, uri) => client.read(`${uri}.old`),
    code: -32001,
    message: 'Resource not found',
    data: (uri) => ({ uri: `${uri}.old` }),
    modern: -32602,
  },
  {
    what: 'a file that cannot be watched',
    provoke: (client, uri) => client.watch(`${uri}.old`),
    code: -32006,
    message: 'Subscription failed',
    data: (uri) => ({ uri: `${uri}.old`, details: 'The file does not exist' }),
    modern: -31006,
  },
  {
    what: 'a prompt that is not there',
    provoke: (client) => client.prompt('nope', {}),
    code: -32003,
    message: 'Prompt not found',
    data: () => ({ prompt: 'nope' }),
    modern: -32602,
  },
  {
    what: 'a prompt without its argument',
    provoke: (client) => client.prompt('greeting', {}),
    code: -32602,
    message: 'Invalid params',
    data: () => ({ details: "Missing required 'arguments.who' parameter" }),
    modern: -32602,
  },
];
