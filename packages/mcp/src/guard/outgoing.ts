import { idText } from '@errata/core/codec';
import { Call } from '@errata/core/server';
import type { Answering, Asked, Reply } from './answering.js';
import { patch } from './patch.js';
import { asSdkError, withoutPrefix } from './sdk-error.js';
import type { TransportLike } from './sdk-shape.js';

/** What leaves through a transport that an SDK server was connected to. */
export interface Outgoing {
  /** Keep the exact form of an error that the SDK is about to send. */
  prepare(id: string | number, reply: Reply): void;
  /** The method that no handler was found for; the SDK answers it next. */
  missing(method: string): void;
  attach(transport: TransportLike): () => void;
}

interface Message {
  readonly id?: string | number | null;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * The SDK changes errors on their way (v2 writes −32602 for every −32002) and makes some of its own. Both are put right
 * where they leave.
 */
export function createOutgoing(answering: Answering, ask: (method: string) => Asked): Outgoing {
  const prepared = new Map<string | number, Reply>();
  let unknown: string | undefined;

  const put = (message: Message): object => {
    const { id, error } = message;
    if (error === undefined || id === undefined || id === null) return message;
    const reply = prepared.get(id);
    if (reply !== undefined) {
      prepared.delete(id);
      return { ...message, error: reply.error };
    }
    const method = unknown ?? '';
    unknown = undefined;
    const asked = { ...ask(method), id };
    const call = new Call(method, idText(id));
    if (error.code === -32601 && method !== '') {
      const met = { condition: 'method-not-found', context: { method } } as const;
      return { ...message, error: answering.meet(met, call, asked).error };
    }
    // Made by the SDK before any handler ran: its words are its own, and it is counted like any other failure.
    const thrown = Object.assign(new Error(withoutPrefix(error.message, error.code)), {
      name: 'ProtocolError',
      code: error.code,
      data: error.data,
    });
    if (error.code === -32042 || asSdkError(thrown) === undefined) return message;
    answering.note(thrown, call, asked);
    return { ...message, error: { ...error, message: answering.redactor.redact(thrown.message) } };
  };

  return {
    prepare: (id, reply) => void prepared.set(id, reply),
    missing(method) {
      unknown = method;
    },
    attach: (transport) =>
      patch(
        transport,
        'send',
        (send) => (message, options) => send.call(transport, put(message), options),
      ),
  };
}
