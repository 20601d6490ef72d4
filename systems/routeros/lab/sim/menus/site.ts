import type { Journal } from '../menu.js';

/** What the menus of one device are made from. */
export interface Site {
  /** From 0. */
  readonly index: number;
  readonly name: string;
  /** Where the device is managed. */
  readonly host: string;
  /** The address of a network behind the device: `lan(2, 7)` is its seventh host of the second network. */
  lan(network: number, host: number): string;
  /** Seconds since the device was switched on. */
  uptime(): number;
  now(): number;
  random(): number;
  readonly journal: Journal;
}
