import { Agent, request } from 'undici';
import type { SimulatedDevice } from '../simulated-device.js';

export interface Heard {
  readonly status: number;
  /** The parsed body; undefined where it was empty. */
  readonly body: unknown;
}

export interface AskOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  readonly username?: string;
  readonly password?: string;
  readonly signal?: AbortSignal;
}

/** A client of one device over real HTTPS, which trusts the certificate that the device has now. */
export class Asker {
  readonly #device: SimulatedDevice;
  readonly #agent: Agent;

  constructor(device: SimulatedDevice, connectTimeout = 10_000) {
    this.#device = device;
    this.#agent = new Agent({
      connections: 8,
      connect: { ca: device.ca, timeout: connectTimeout },
    });
  }

  async ask(method: string, path: string, options: AskOptions = {}): Promise<Heard> {
    const { username = this.#device.username, password = this.#device.password } = options;
    const token = Buffer.from(`${username}:${password}`).toString('base64');
    const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const response = await request(`https://${this.#device.address}/rest${path}`, {
      method,
      dispatcher: this.#agent,
      headers: { authorization: `Basic ${token}`, 'content-type': 'application/json' },
      body,
      ...(options.signal !== undefined && { signal: options.signal }),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
  }

  get(path: string): Promise<Heard> {
    return this.ask('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<Heard> {
    return this.ask('POST', path, { body });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
