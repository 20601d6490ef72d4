import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '@errata/testing';
import { breakageOf, checkReal, SECRETS } from '../testing/real/check-real.js';
import { stdioPeer } from './stdio-peer.js';

let program: string;
beforeAll(async () => {
  program = await programOf(new URL('../testing/real/stdio-program.ts', import.meta.url));
});

const sample = (...args: readonly string[]) =>
  stdioPeer({
    command: process.execPath,
    args: [program, ...args],
    secrets: SECRETS,
  });

describe('a process', () => {
  it('that is healthy has nothing to be found', async () => {
    expect(await checkReal(sample('2025-11-25'), '2025-11-25')).toEqual([]);
  });

  it.each([
    'jsonrpc/5.1/parse-error-code',
    'jsonrpc/5/alive-after-deep-nesting',
    'errata/process/exit-code',
    'mcp/2024-11-05/lifecycle/ends-on-sigterm',
  ])('that is broken fails %s and nothing else', async (id) => {
    const { era } = breakageOf(id);
    expect(await checkReal(sample(era, id), era, id)).toEqual([id]);
  });
});
