import { membersOf } from '@errata/core/contract';
import type { Answer } from './wire.js';

/** What a text turned out to be. A request of the server's own wants an answer. */
export type Heard =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'notification' }
  | { readonly kind: 'request'; readonly reply: string };

/** Everything that a wire has heard. */
export class AnswerLog {
  readonly answers: Answer[] = [];
  readonly notifications: unknown[] = [];

  hear(text: string, around: Omit<Answer, 'text' | 'message'> = {}): Heard {
    const message = parseJson(text);
    const { method, id } = membersOf(message);
    if (typeof method === 'string') {
      if (id !== undefined) return { kind: 'request', reply: answerTo(id, method) };
      this.notifications.push(message);
      return { kind: 'notification' };
    }
    const answer = { text, message, ...around };
    this.answers.push(answer);
    return { kind: 'answer', answer };
  }
}

/** The value of a JSON text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // whoever asks has a use for the text alone
  }
}

/** A server that asks its client something must not wait for ever. */
function answerTo(id: unknown, method: string): string {
  const answer =
    method === 'ping'
      ? { result: {} }
      : { error: { code: -32601, message: 'This client offers nothing' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}
