import { describe, expect, it } from 'vitest';
import { errnoName } from './from-system.js';

describe('errnoName', () => {
  // From errno.h of Linux and macOS, and uv/errno.h for Windows.
  it.each<[name: string, ...numbers: number[]]>([
    ['EPERM', 1, 4048],
    ['ENOENT', 2, 4058],
    ['EIO', 5, 4070],
    ['ENOMEM', 12, 4057],
    ['EACCES', 13, 4092],
    ['EBUSY', 16, 4082],
    ['EEXIST', 17, 4075],
    ['ENFILE', 23, 4061],
    ['EMFILE', 24, 4066],
    ['ENOSPC', 28, 4055],
    ['EROFS', 30, 4043],
    ['EPIPE', 32, 4047],
    ['ENETUNREACH', 101, 51, 4062],
    ['ECONNABORTED', 103, 53, 4079],
    ['ECONNRESET', 104, 54, 4077],
    ['ETIMEDOUT', 110, 60, 4039],
    ['ECONNREFUSED', 111, 61, 4078],
    ['EHOSTUNREACH', 113, 65, 4073],
    ['EAI_AGAIN', 3001],
    ['ENOTFOUND', 3008],
  ])('gives %s for its numbers on every platform', (name, ...numbers) => {
    const named = numbers.map((number) => errnoName({ syscall: 'read', errno: -number }));
    expect(named).toEqual(numbers.map(() => name));
  });
});
