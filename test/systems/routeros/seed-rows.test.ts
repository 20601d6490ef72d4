import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStdio, type Answer, type StdioWire } from '@errata/prove';
import { startSimulator, type Simulator } from '@errata/routeros/lab';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../../systems/routeros/lab/sim/tls.js';
import { ERRATA } from '@errata/testing/errata';
import { registration } from './testing/agent.js';

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

/** A router that refuses everything, in these words. */
async function startRudeRouter(detail: string) {
  const { key, cert, fingerprint } = createCertificate('rude', ['127.0.0.1']);
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 400, message: 'Bad Request', detail }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, address: `127.0.0.1:${port}`, username: 'mcp', fingerprint };
}

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

  it('reports a success in text blocks, with the structured facts of the documents in _meta', async () => {
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

  // The two request examples of the documents, as they are typed there.
  it.each([
    [
      'Standard Request',
      'req-12345',
      `{"jsonrpc":"2.0","id":"req-12345","method":"tools/call","params":{"name":"system/get-overview","arguments":{"device_id":"dev-lab-01"}}}`,
    ],
    [
      'MCP Tool Call Request',
      'req-001',
      `{"jsonrpc":"2.0","id":"req-001","method":"tools/call","params":{"name":"system/get-overview","arguments":{"device_id":"dev-lab-01"}}}`,
    ],
  ])('answers the "%s"', async (_, id, text) => {
    const reply = read(await wire.send(text));
    expect(reply).toMatchObject({ jsonrpc: '2.0', id, result: { isError: false } });
    expect(reply).not.toHaveProperty('error');
  });

  it.each(['"1.0"', '2', 'null', '"2"', undefined])(
    'takes no other jsonrpc than "2.0": %s',
    async (version) => {
      const member = version === undefined ? '' : `"jsonrpc":${version},`;
      const answer = await wire.send(`{${member}"id":"v","method":"ping"}`);
      expect(read(answer)).toMatchObject({ jsonrpc: '2.0', id: 'v', error: { code: -32600 } });
    },
  );

  it.each(['{"jsonrpc":"2.0","id":"m"}', '{"jsonrpc":"2.0","id":"m","method":7}'])(
    'wants a method: %s is -32600',
    async (text) =>
      expect(read(await wire.send(text))).toMatchObject({ id: 'm', error: { code: -32600 } }),
  );

  it.each([
    ['tools/call', { name: 'registry/list', arguments: {} }],
    ['resources/read', { uri: 'device://dev-lab-01/overview' }],
    ['prompts/get', { name: 'audit-review', arguments: {} }],
  ])('reaches %s by its name', async (method, params) => {
    expect(read(await wire.request(method, params))).not.toHaveProperty('error');
  });

  it.each([
    ['tools/run', {}, { method: 'tools/run' }],
    ['tools/call', { name: 'system/explode' }, { tool: 'system/explode' }],
  ])('answers an unknown name in %s with -32601, and names it', async (method, params, data) => {
    expect(read(await wire.request(method, params))).toMatchObject({
      error: { code: -32601, data },
    });
  });

  it.each(['"a text"', '7', '0', '-1', '""', '9007199254740993'])(
    'gives the id %s back as it came, in a result and in an error',
    async (id) => {
      for (const method of ['ping', 'no/such']) {
        const { text } = await wire.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}"}`);
        expect(text).toContain(`"id":${id},`);
        expect(Object.keys(JSON.parse(text) as object)).toEqual([
          ...['jsonrpc', 'id'],
          method === 'ping' ? 'result' : 'error',
        ]);
      }
    },
  );

  it('takes no other id than a text or a number', async () => {
    for (const id of ['true', '{}', '[1]']) {
      const answer = await wire.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect(read(answer)).toMatchObject({ error: { code: -32600 } });
    }
  });

  it('records each failure once under its ref, with the whole story that the reply leaves out', async () => {
    await sim.devices[0]!.stop();
    const { error } = read(await wire.request('tools/call', overview));
    await sim.devices[0]!.start();
    const lines = readFileSync(join(folder, 'errata', 'journal.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = entries.filter(({ ref }) => ref === error!.data['ref']);
    expect(own).toMatchObject([
      {
        ...{ mcp_error_code: 'DEVICE_UNREACHABLE', error_code: -32010, method: 'tools/call' },
        ...{ tool_name: 'system/get-overview', context: { device_id: 'dev-lab-01' } },
        causes: [{ message: expect.stringContaining('ECONNREFUSED') }],
      },
    ]);
    expect(error!.data).not.toHaveProperty('causes');
  });

  it('masks what a router repeats of a password, keeps the rest, and has it in no reply', async () => {
    const password = 'hunter2-of-the-rude-router';
    const router = await startRudeRouter(`failure: password=${password} not accepted`);
    onTestFinished(() => void router.server.close());
    await wire.callTool('registry/add', registration({ ...router, password }, 'dev-rude-01'));
    const answer = await wire.callTool('system/get-overview', { device_id: 'dev-rude-01' });
    expect(read(answer).error).toMatchObject({
      ...{ code: -32012 },
      data: { routeros_error: expect.stringMatching(/^failure: .*not accepted$/) },
    });
    const secrets = [password, sim.devices[0]!.password];
    for (const { text } of wire.answers) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it('takes the portable name of a tool as well', async () => {
    const { result } = read(
      await wire.request('tools/call', { ...overview, name: 'system_get-overview' }),
    );
    expect(result?.isError).toBe(false);
  });
});
