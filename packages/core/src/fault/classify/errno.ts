import { peekInteger, peekString } from './peek.js';

/** The numbers of errno names where they are the same everywhere, then Linux, macOS, and libuv's own for Windows. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  EPERM: [1, 4048],
  ENOENT: [2, 4058],
  EIO: [5, 4070],
  ENOMEM: [12, 4057],
  EACCES: [13, 4092],
  EBUSY: [16, 4082],
  EEXIST: [17, 4075],
  ENFILE: [23, 4061],
  EMFILE: [24, 4066],
  ENOSPC: [28, 4055],
  EROFS: [30, 4043],
  EPIPE: [32, 4047],
  ENETUNREACH: [101, 51, 4062],
  ECONNABORTED: [103, 53, 4079],
  ECONNRESET: [104, 54, 4077],
  ETIMEDOUT: [110, 60, 4039],
  ECONNREFUSED: [111, 61, 4078],
  EHOSTUNREACH: [113, 65, 4073],
  EAI_AGAIN: [3001],
  ENOTFOUND: [3008],
};

const NAMES = new Map(
  Object.entries(NUMBERS).flatMap(([name, numbers]) => numbers.map((n) => [-n, name] as const)),
);

/**
 * The code of a system error: `code`, a string `errno` as older clients set it, or libuv's negative number. A number counts
 * only beside `syscall`: MySQL and SQLite drivers have an `errno` of their own.
 */
export function errnoName(thrown: unknown): string | undefined {
  const name = peekString(thrown, 'code') ?? peekString(thrown, 'errno');
  if (name !== undefined) return name;
  if (peekString(thrown, 'syscall') === undefined) return undefined;
  return NAMES.get(peekInteger(thrown, 'errno') ?? 0);
}
