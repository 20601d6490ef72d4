import type { Maybe } from '@errata/core/internal';
import type { CallFailures } from './call-failures.js';
import type { GuardedCall } from './guarded-call.js';
import type { Outbound, TransportLike } from './sdk-shape.js';

/**
 * What the SDK sends the reply to one request through. Errors leave in the contract's words: those of the guard as it wrote them (v2
 * writes −32602 for every −32002), and those that the SDK wrote itself, past every handler.
 */
export class ReplyChannel implements TransportLike {
  readonly #transport: TransportLike;
  readonly #call: GuardedCall;
  readonly #failures: () => Maybe<CallFailures>;

  constructor(transport: TransportLike, call: GuardedCall, failures: () => Maybe<CallFailures>) {
    // A reply may be read, and the next request be sent, before the first is done with.
    this.#transport = transport instanceof ReplyChannel ? transport.#transport : transport;
    this.#call = call;
    this.#failures = failures;
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  send(message: object, options?: unknown): Promise<void> {
    const transport = this.#transport;
    // The transport of v2 for one HTTP request chooses the status while it sends, and never says that a result cannot be written.
    const cause = transport.handleMessage === undefined ? undefined : whyUnwritable(message);
    if (cause !== undefined) return this.#sendBroken(cause, options);
    const right = this.#corrected(message);
    if (right instanceof Promise) return right.then((made) => transport.send(made, options));
    return transport.send(right, options).catch((thrown: unknown) => {
      if (whyUnwritable(message) === undefined) throw thrown;
      return this.#sendBroken(thrown, options);
    });
  }

  #corrected(message: Outbound): Maybe<object> {
    const { error } = this.#call;
    if (message.error === undefined) return message;
    if (error !== undefined) return { jsonrpc: '2.0', id: message.id, error };
    return this.#use((failures) => failures.correct(message, this.#call));
  }

  async #sendBroken(cause: unknown, options: unknown): Promise<void> {
    const made = this.#use((failures) => failures.unwritable(cause, this.#call));
    return this.#transport.send(made instanceof Promise ? await made : made, options);
  }

  #use(make: (failures: CallFailures) => object): Maybe<object> {
    const failures = this.#failures();
    return failures instanceof Promise ? failures.then(make) : make(failures);
  }
}

function whyUnwritable(message: object): unknown {
  try {
    JSON.stringify(message);
    return undefined;
  } catch (thrown) {
    return thrown ?? new TypeError('The message has no JSON form');
  }
}
