import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStdio, type Answer, type StdioWire } from '@errata/prove';
import { startSimulator, type Simulator } from '@errata/routeros/sim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration } from './testing/agent.js';
import { ERRATA } from '../testing/errata.js';

const SERVE = [process.execPath, ERRATA, 'serve', 'routeros'] as const;

interface Message {
  readonly id?: unknown;
  readonly error?: { readonly code: number; readonly data: Record<string, unknown> };
  readonly result?: {
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly isError?: boolean;
    readonly _meta?: Record<string, unknown>;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'errata-rows-'));
const overview = { name: 'system/get-overview', arguments: { device_id: 'dev-lab-01' } };
const read = ({ message }: Answer) => message as Message;
let sim: Simulator;
let wire: StdioWire;

beforeAll(async () => {
  sim = await startSimulator();
  const [command, ...args] = SERVE;
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: folder };
  wire = await connectStdio({ command, args, env, era: '2025-11-25' });
  await wire.callTool('registry/add', registration(sim.devices[0]!, 'dev-lab-01'));
});

afterAll(async () => {
  await wire.close();
  await sim.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the running service', () => {
  it('answers each id once: a second request under an id in flight is -32600, the first is answered', async () => {
    sim.devices[0]!.setDelay(300);
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 'twin',
      method: 'tools/call',
      params: overview,
    });
    const before = wire.answers.length;
    await Promise.all([wire.send(text), wire.send(text).catch(() => undefined)]);
    const replies = wire.answers.slice(before).map(read);
    sim.devices[0]!.setDelay(0);
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      ['twin', -32600],
      ['twin', undefined],
    ]);
  });

  it.each([
    ['a list', '[1]', -32600],
    ['a text', '"x"', -32600],
    ['without a name', '{}', -32602],
    ['with a number as arguments', '{"name":"registry/list","arguments":5}', -32602],
  ])('judges params: %s', async (_, params, code) => {
    const answer = await wire.send(
      `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":${params}}`,
    );
    expect(read(answer)).toMatchObject({ id: 'p', error: { code } });
  });

  it('tells a success in text blocks, with the structured facts of the documents in _meta', async () => {
    const { result } = read(await wire.request('tools/call', overview));
    expect(result).toMatchObject({
      content: [
        { type: 'text', text: expect.stringMatching(/^dev-lab-01 \(.*\): RouterOS 7\.16\.2/) },
      ],
      isError: false,
      _meta: {
        device_id: 'dev-lab-01',
        routeros_version: '7.16.2',
        uptime_seconds: expect.any(Number),
        cpu_usage_percent: expect.any(Number),
        memory_total_bytes: expect.any(Number),
        memory_used_bytes: expect.any(Number),
      },
    });
  });

  it('takes the portable name of a tool as well', async () => {
    const { result } = read(
      await wire.request('tools/call', { ...overview, name: 'system_get-overview' }),
    );
    expect(result?.isError).toBe(false);
  });
});
