import type { WireError } from '@errata/core/codec';
import type { Court, Judge, Outbound } from './judge.js';
import { patch } from './patch.js';
import type { SdkInbound, TransportLike } from './sdk-shape.js';

/** The exact form of errors that the SDK is about to send, by their `data`: it hands that object on, and whatever it drops is gone. */
const EXACT = new WeakMap<object, WireError>();

/** An error for the SDK, which sends whatever it finds under these names. Its stack would be nobody's to read. */
export function createCarrier(error: WireError): Error {
  const { code, message } = error;
  const data: unknown = error.data ?? {};
  if (typeof data === 'object' && data !== null) EXACT.set(data, error);
  return Object.assign(Object.create(Error.prototype) as Error, { code, message, data });
}

/** v2 writes −32602 for every −32002. */
function exactErrorOf({ data }: { readonly data?: unknown }): WireError | undefined {
  return typeof data === 'object' && data !== null ? EXACT.get(data) : undefined;
}

/** What leaves through a transport that an SDK server was connected to. */
export class Outgoing {
  private readonly court: Court;
  private asked: SdkInbound | undefined = undefined;

  constructor(court: Court) {
    this.court = court;
  }

  /** The SDK refuses a request at once or not at all: an error that leaves meanwhile under its id is about this one. */
  during(request: SdkInbound, work: () => void): void {
    const before = this.asked;
    this.asked = request;
    try {
      work();
    } finally {
      this.asked = before;
    }
  }

  attach(transport: TransportLike): () => void {
    const careless = typeof transport.handleMessage === 'function';
    return patch(transport, 'send', (send) => (message, options) => {
      const put = careless ? this.writable(message) : this.put(message);
      return put instanceof Promise
        ? put.then((right) => send.call(transport, right, options))
        : send.call(transport, put, options);
    });
  }

  /** The transport of v2 for one HTTP request never answers where a result cannot be written. The judge is there by then. */
  private writable(message: Outbound): object | Promise<object> {
    try {
      JSON.stringify(message);
      return this.put(message);
    } catch (thrown) {
      const judge = this.court.call();
      return judge instanceof Promise ? message : judge.unwritable(message, thrown);
    }
  }

  private put(message: Outbound): object | Promise<object> {
    const { id, error } = message;
    if (error === undefined || id === undefined || id === null) return message;
    const right = exactErrorOf(error);
    if (right !== undefined) return { ...message, error: right };
    const request = this.asked?.id === id ? this.asked : undefined;
    const correct = (judge: Judge): object => judge.correct(message, request);
    const judge = this.court.call();
    return judge instanceof Promise ? judge.then(correct) : correct(judge);
  }
}
