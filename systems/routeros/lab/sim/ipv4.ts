import { isIPv4 } from 'node:net';

export interface Ipv4Prefix {
  /** The address as it was written: `10.0.0.7`. */
  readonly address: string;
  readonly length: number;
  /** The first address of the network. */
  readonly network: string;
}

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** `10.0.0.7/24`; an address alone is a network of its own. */
export function parsePrefix(text: string): Ipv4Prefix | undefined {
  const [address = '', length = '32', ...rest] = text.split('/');
  if (!isIPv4(address) || !/^\d{1,2}$/.test(length) || Number(length) > 32 || rest.length > 0) {
    return undefined;
  }
  const size = 2 ** (32 - Number(length));
  const network = toAddress(Math.floor(toNumber(address) / size) * size);
  return { address, length: Number(length), network };
}

/** Whether an address lies in a network. */
export function inNetwork(address: string, prefix: Ipv4Prefix): boolean {
  const size = 2 ** (32 - prefix.length);
  return Math.floor(toNumber(address) / size) * size === toNumber(prefix.network);
}

/** The address that many steps after another one. */
export const addressAfter = (address: string, steps: number): string =>
  toAddress((toNumber(address) + steps) % 2 ** 32);
