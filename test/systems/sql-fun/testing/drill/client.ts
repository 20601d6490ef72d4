import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** An answer as it came over the wire. */
export interface Reply {
  readonly id: number | string | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: ReplyError;
}

interface ReplyError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The numbers of the catalog. */
const DECLARED = [
  ...[-32000, -32010, -32020, -32021, -32030, -32031, -32032, -32033, -32034],
  ...[-32040, -32050, -32051, -32052, -32053],
];

/** Whether it is one of them, and says of what kind of thing and of which it speaks. */
export function isDeclared({ code, data }: ReplyError): boolean {
  return (
    DECLARED.includes(code) &&
    typeof data?.['target'] === 'string' &&
    typeof data['name'] === 'string'
  );
}

/** The first problem of what analyze_query answered. */
export function firstProblem({ result }: Reply): Readonly<Record<string, unknown>> | undefined {
  const statements = (result?.['statements'] ?? []) as readonly { problems: readonly object[] }[];
  return statements.flatMap(({ problems }) => problems)[0] as Record<string, unknown> | undefined;
}

/** The connection ended before the answer came. */
export class Lost extends Error {}

interface ClientOptions {
  readonly port: number;
  /** What must never come over the wire. */
  readonly secrets: readonly string[];
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(thrown: unknown): void;
}

/** A client of the daemon that keeps account of what it is answered. */
export class DrillClient {
  /** Lines that answer nothing that was asked, or something a second time. */
  readonly strays: string[] = [];
  /** Lines with a secret in them. */
  readonly leaks: string[] = [];
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #waiting = new Map<Reply['id'], Waiting>();
  #lastId = 0;

  private constructor(socket: Socket, secrets: readonly string[]) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.closed.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Lost());
      this.#waiting.clear();
    });
    createInterface({ input: socket }).on('line', (line) => {
      if (secrets.some((secret) => line.includes(secret))) this.leaks.push(line.slice(0, 1000));
      this.#take(line);
    });
  }

  static async dial({ port, secrets }: ClientOptions): Promise<DrillClient> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    // What is wrong with it, `close` tells too.
    socket.on('error', () => undefined);
    return new DrillClient(socket, secrets);
  }

  /** Ask once. Rejects with `Lost` where the connection ends first. */
  call(method: string, params?: object): Promise<Reply> {
    const id = this.nextId();
    return this.send(id, `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }

  /** Send a line as it is, and wait for the answer to an id. */
  send(id: Reply['id'], line: string | Uint8Array): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Lost());
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(line);
    });
  }

  nextId(): number {
    return (this.#lastId += 1);
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.closed;
  }

  #take(line: string): void {
    const reply = JSON.parse(line) as Reply;
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return void this.strays.push(line.slice(0, 1000));
    this.#waiting.delete(reply.id);
    waiting.resolve(reply);
  }
}
