import { ask, type AskOptions, type Heard } from '@errata/testing';
import { Agent } from 'undici';
import type { SimulatedDevice } from '../sim/simulated-device.js';

export interface RestOptions extends Pick<AskOptions, 'body' | 'raw' | 'signal'> {
  readonly username?: string;
  readonly password?: string;
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

  ask(method: string, path: string, options: RestOptions = {}): Promise<Heard> {
    const { address, username, password } = this.#device;
    const { username: name = username, password: word = password, ...rest } = options;
    const token = Buffer.from(`${name}:${word}`).toString('base64');
    const authorization = `Basic ${token}`;
    const dispatcher = this.#agent;
    return ask(`https://${address}/rest`, method, path, { ...rest, authorization, dispatcher });
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
