import type { Outcome } from '@errata/system/upstream';
import type { Dispatcher } from 'undici';

/** One connection, which is opened by its first request and again after it was closed for being idle. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  destroy(): Promise<void>;
}

/** The connections to one device: as many as requests run at the same time, kept for the next ones. */
export class Connections {
  readonly #create: () => Connection;
  readonly #busy = new Set<Connection>();
  #idle: Connection[] = [];
  #retired = false;

  constructor(create: () => Connection) {
    this.#create = create;
  }

  get busy(): boolean {
    return this.#busy.size > 0;
  }

  /** Lend a connection to one request. What did not end with an answer is not used again. */
  async use(request: (dispatcher: Dispatcher) => Promise<Outcome>): Promise<Outcome> {
    const connection = this.#idle.pop() ?? this.#create();
    this.#busy.add(connection);
    const outcome = await request(connection.dispatcher);
    this.#busy.delete(connection);
    if (outcome.kind === 'answer' && !this.#retired) this.#idle.push(connection);
    else void connection.destroy();
    // A device that broke one connection has broken the idle ones too, as in a restart.
    if (outcome.kind === 'broken') void this.#dropIdle();
    return outcome;
  }

  /** Let what is running end, and keep nothing. */
  retire(): void {
    this.#retired = true;
    void this.#dropIdle();
  }

  /** End everything, also what is running. */
  async destroy(): Promise<void> {
    this.#retired = true;
    const busy = [...this.#busy].map((connection) => connection.destroy());
    await Promise.all([...busy, this.#dropIdle()]);
  }

  async #dropIdle(): Promise<void> {
    const dropped = this.#idle;
    this.#idle = [];
    await Promise.all(dropped.map((connection) => connection.destroy()));
  }
}
