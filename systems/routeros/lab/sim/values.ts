import { isIPv4 } from 'node:net';

const UNITS = [
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Seconds as RouterOS writes them: `1d2h3m4s`. */
export function formatDuration(seconds: number): string {
  let left = Math.floor(seconds);
  let text = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
}

const WORDS = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const CLOCK = /^(?:(\d+)w)?(?:(\d+)d)?(\d{1,2}):(\d{2}):(\d{2})$/;

/** Seconds of `1d2h`, `26m5s`, `1d02:03:04` or `90`; undefined if it is no duration. */
export function parseDuration(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (text === '' || text.length > 40) return undefined;
  const parts = WORDS.exec(text) ?? CLOCK.exec(text);
  if (parts === null) return undefined;
  return UNITS.reduce((sum, [, size], at) => sum + Number(parts[at + 1] ?? 0) * size, 0);
}

interface Ipv4Prefix {
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

/** Numbers from 0 up to 1 that are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 up to, but not including, the limit. */
export const below = (random: () => number, limit: number): number => Math.floor(random() * limit);
