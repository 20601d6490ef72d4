import type { Device } from '../registry/device.js';

/** What RouterOS gives and takes over REST: every value is a string, an id looks like `*1`. */
export type Row = Readonly<Record<string, string>>;

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** `cleanup` rolls back what was done: its requests count, but no limit per minute and no full line refuses them. */
  readonly priority?: 'normal' | 'cleanup';
}

export interface CommandOptions {
  /** Whether the command changes something: then it is never repeated, and a lost answer leaves the effect unknown. */
  readonly changes?: boolean;
  /** Milliseconds, where a command takes longer than a request may. */
  readonly timeout?: number;
  /** A limit of its own beside that of the device, such as 10 pings per minute. */
  readonly limit?: { readonly name: string; readonly perMinute: number };
}

/** One device for the length of one call. Paths are menus of RouterOS: `/ip/address`. Whatever fails is a fault of the catalog. */
export interface Router {
  readonly device: Device;
  /** All rows of a menu; of a menu with a single record, that record alone in the list. */
  list(menu: string, query?: Readonly<Record<string, string>>): Promise<readonly Row[]>;
  /** The record of a menu that has only one, such as `/system/resource`. */
  read(menu: string): Promise<Row>;
  /** One row by its id; DEVICE_ERROR where there is none. */
  get(menu: string, id: string): Promise<Row>;
  create(menu: string, row: Row): Promise<Row>;
  change(menu: string, id: string, changes: Row): Promise<Row>;
  remove(menu: string, id: string): Promise<void>;
  /** A command: POST. `/ip/dns/set`, `/ip/dns/cache/flush`, `/ping`. */
  run(command: string, args?: Row, options?: CommandOptions): Promise<readonly Row[]>;
  /** A text as rows show it: without secrets. Compare with it what was sent. */
  masked(text: string): string;
  /** As the device says now, without the channel: `7.10.1`. Remembered in the registry. */
  version(): Promise<string>;
}

/** Connections to all devices: pools, limits and breakers live as long as this does. */
export interface Fleet {
  connect(device: Device, options?: ConnectOptions): Router;
  /** Drop what is kept for a device: after its address, trust or credentials changed, or it was removed. */
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}
