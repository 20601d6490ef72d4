import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { useFolder } from '@errata/testing/lifetime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run, type Run } from '../testing/run.js';

const folder = useFolder();

beforeEach(() => void vi.stubEnv('ERRATA_ENGRAM_OPENMEMORY_KEY', ''));
afterEach(() => void vi.unstubAllEnvs());

/** Start it, use it, and press Ctrl-C. */
async function simulating(
  flags: readonly string[],
  use: (at: { url: string; key: string }) => Promise<void>,
): Promise<Run> {
  let ended: Promise<Run> | undefined;
  const at = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    ended = run(['sim', 'openmemory', ...flags], {
      onOut(out) {
        const [, url, key] = /url {2}(\S+)\n {2}key {2}(\S+)/.exec(out) ?? [];
        if (url !== undefined && key !== undefined) resolve({ url, key });
      },
    });
    ended.then(({ err }) => reject(new Error(`it has ended: ${err}`)), reject);
  });
  try {
    await use(at);
  } finally {
    process.emit('SIGINT', 'SIGINT');
  }
  return ended!;
}

const add = async (url: string, key: string): Promise<number> => {
  const { status } = await fetch(`${url}/memory/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'the lab is in room 4' }),
  });
  return status;
};

const count = async (url: string, key: string): Promise<unknown> => {
  const answer = await fetch(`${url}/memory/all`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { items: unknown[] }).items.length;
};

describe('errata sim openmemory', () => {
  it('keeps memories in the given file, for clients with the key of the environment', async () => {
    vi.stubEnv('ERRATA_ENGRAM_OPENMEMORY_KEY', 'om-of-the-environment');
    const flags = ['--database', join(folder, 'memories.db')];
    let first = '';
    const { code, err } = await simulating(flags, async ({ url, key }) => {
      first = url;
      expect(key).toBe('om-of-the-environment');
      expect(await add(url, 'om-another')).toBe(403);
      expect(await add(url, key)).toBe(200);
    });
    expect({ code, err }).toEqual({ code: 130, err: '' });
    await expect(fetch(`${first}/health`)).rejects.toThrow();
    await simulating(flags, async ({ url, key }) => expect(await count(url, key)).toBe(1));
  });

  it('forgets everything otherwise, and makes a key where the environment has none', async () => {
    const keys: string[] = [];
    for (let start = 0; start < 2; start++) {
      await simulating([], async ({ url, key }) => {
        keys.push(key);
        expect(await count(url, key)).toBe(0);
        expect(await add(url, key)).toBe(200);
      });
    }
    expect(keys[0]).toMatch(/^om-[0-9a-f]{24}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('says that it cannot start on a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const { code, out, err } = await run(['sim', 'openmemory', '--port', String(port)]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('EADDRINUSE');
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});
