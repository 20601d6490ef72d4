import type { Device } from '../registry/device.js';
import { createLink, linkKey, type Link } from './link.js';

/** The links to all devices, one for each; made when they are needed. */
export class Links {
  readonly #connectTimeout: number;
  readonly #now: () => number;
  readonly #current = new Map<string, Link>();
  /** Those that may still have requests to end. */
  readonly #retired = new Set<Link>();
  #closed = false;

  constructor(connectTimeout: number, now: () => number) {
    this.#connectTimeout = connectTimeout;
    this.#now = now;
  }

  open(device: Device): Link {
    if (this.#closed) throw new Error('The connections to the devices are closed');
    const current = this.#current.get(device.id);
    if (current?.key === linkKey(device)) return current;
    this.drop(device.id);
    const link = createLink(device, this.#connectTimeout, this.#now);
    this.#current.set(device.id, link);
    return link;
  }

  drop(id: string): void {
    const link = this.#current.get(id);
    if (link === undefined) return;
    this.#current.delete(id);
    link.connections.retire();
    this.#retired.add(link);
    for (const retired of this.#retired) {
      if (!retired.connections.busy) this.#retired.delete(retired);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const links = [...this.#current.values(), ...this.#retired];
    this.#current.clear();
    this.#retired.clear();
    await Promise.all(links.map((link) => link.connections.destroy()));
  }
}
