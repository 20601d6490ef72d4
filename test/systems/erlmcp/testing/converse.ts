import type { RawClient } from './raw-client.js';

/** Messages that are sent without waiting, and what is said to them in the order in which it comes. */
export interface Conversation {
  readonly heard: readonly string[];
  /** Gives what `ask` gives. */
  send(message: string): Promise<string>;
  /** Settles when so much was said. */
  until(count: number): Promise<void>;
}

export function converse(client: RawClient): Conversation {
  const heard: string[] = [];
  let wake = (): void => undefined;
  return {
    heard,
    async send(message) {
      const reply = await client.ask(message);
      heard.push(reply);
      wake();
      return reply;
    },
    async until(count) {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
