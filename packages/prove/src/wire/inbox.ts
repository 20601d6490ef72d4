import { idKey, scanId } from '@errata/core/codec';
import { AnswerLog } from './answer-log.js';
import { WireError } from './wire-error.js';
import type { Answer } from './wire.js';

interface Waiter {
  /** The id that the reply should have; none where the text had none that could be read. */
  readonly key: string | undefined;
  /** Whether a reply under no id that is waited for may be meant. */
  readonly raw: boolean;
  readonly sent: string;
  readonly take: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

/** Brings the replies of a stream to whoever waits for them. */
export class Inbox {
  readonly log = new AnswerLog();
  readonly #waiters = new Set<Waiter>();
  readonly #timeout: number;
  #gone: Error | undefined;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** The reply to a text that is about to be sent. */
  expect(sent: string, raw: boolean): Promise<Answer> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const id = scanId(sent);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        key: id === undefined ? undefined : idKey(id),
        raw,
        sent,
        take: (answer) => (leave(), resolve(answer)),
        fail: (error) => (leave(), reject(error)),
      };
      const timer = setTimeout(
        () => waiter.fail(new WireError(`no reply within ${this.#timeout} ms`)),
        this.#timeout,
      );
      this.#waiters.add(waiter);
    });
  }

  /** One line of the peer's. Gives back what has to be said to it, if anything. */
  receive(text: string): string | undefined {
    const id = scanId(text);
    const waiter = this.#find(id === undefined || id === 'null' ? undefined : idKey(id));
    const heard = this.log.hear(text, waiter === undefined ? {} : { sent: waiter.sent });
    // What is no JSON was printed by somebody; it answers nothing.
    if (heard.kind === 'answer' && heard.answer.message !== undefined) waiter?.take(heard.answer);
    return heard.kind === 'request' ? heard.reply : undefined;
  }

  /** Nothing more will come. */
  fail(error: Error): void {
    this.#gone ??= error;
    for (const waiter of [...this.#waiters]) waiter.fail(error);
  }

  #find(key: string | undefined): Waiter | undefined {
    const waiters = [...this.#waiters];
    const meant = key === undefined ? undefined : waiters.find((waiter) => waiter.key === key);
    return meant ?? waiters.find(({ raw }) => raw);
  }
}
