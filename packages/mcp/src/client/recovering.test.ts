import { createLoopBreaker, isRecoveryError, type RecoveryError } from '@errata/core';
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { recovering } from './recovering.js';
import {
  connectStdioV1,
  connectStdioV2,
  createClientV1,
  createClientV2,
  stdioCommand,
} from './testing/connect.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const call = (name: string) => ({ name, arguments: {} });
const sleep = async () => {};

async function openV1() {
  const client = await connectStdioV1('stdio-v1');
  closing.push(() => client.close());
  return client;
}

async function givenUp(work: Promise<unknown>): Promise<RecoveryError> {
  const error = await work.then(
    (value) => expect.fail(`no failure but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isRecoveryError(error)) throw error;
  return error;
}

describe('the recovering client', () => {
  it('is the client in all other respects', async () => {
    const client = await openV1();
    const safe = recovering(client);
    expect(safe).toBeInstanceOf(ClientV1);
    expect(safe.getServerVersion()).toEqual({ name: 'v1', version: '1.0.0' });
    expect(safe.getServerVersion).toBe(safe.getServerVersion);
    expect(await safe.ping()).toEqual({});
    expect('tryCallTool' in safe && 'callTool' in safe).toBe(true);
    expect('tryCallTool' in client).toBe(false);
    const onclose = () => {};
    safe.onclose = onclose;
    expect(client.onclose).toBe(onclose);
    expect(safe.onclose).toBe(onclose);
    expect(safe.constructor).toBe(ClientV1);
  });

  it('has the types of the client', async () => {
    const v1 = recovering(createClientV1());
    const v2 = recovering(createClientV2());
    expectTypeOf(v1.callTool).toEqualTypeOf<ClientV1['callTool']>();
    expectTypeOf(v2.callTool).toEqualTypeOf<ClientV2['callTool']>();
    expectTypeOf<Parameters<typeof v2.tryCallTool>>().toEqualTypeOf<
      Parameters<ClientV2['callTool']>
    >();
    const outcome = await v2.tryCallTool({ name: 'x' });
    if (outcome.ok) expectTypeOf(outcome.result.content).toBeArray();
    else expect(outcome.failure).toMatchObject({ reason: 'NOT_CONNECTED' });
    expect(outcome.ok).toBe(false);
  });

  it('learns the hints from a list that the caller asks for', async () => {
    const client = await openV1();
    const safe = recovering(client, { sleep });
    const sent: string[] = [];
    const transport = client.transport!;
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if ('method' in message) sent.push(message.method);
      await send(message, options);
    };
    await safe.listTools();
    await safe.callTool(call('read_busy'));
    expect(sent).toEqual(['tools/list', 'tools/call', 'tools/call', 'tools/call']);
  });

  it('prefers the caller’s annotations to the server’s, which count only if trusted', async () => {
    const client = await openV1();
    const distrusting = recovering(client, { sleep, trustAnnotations: false });
    expect((await givenUp(distrusting.callTool(call('read_busy')))).attempts).toBe(1);
    const knowing = recovering(client, {
      sleep,
      trustAnnotations: false,
      annotations: (tool) => (tool === 'write_busy' ? { idempotentHint: true } : undefined),
    });
    expect(await knowing.callTool(call('write_busy'))).toMatchObject({
      content: [{ text: 'answered at call 3' }],
    });
  });

  it('does not fail because an observer does', async () => {
    const fail = () => {
      throw new Error('the log is full');
    };
    const safe = recovering(await openV1(), {
      sleep,
      onRetry: fail,
      onFailure: fail,
    });
    expect(await safe.callTool(call('read_busy'))).toMatchObject({ content: [{}] });
    expect((await givenUp(safe.callTool(call('write_busy')))).failure.reason).toBe('BUSY');
  });

  it('counts a call that was given up once, and then stops the loop', async () => {
    const breaker = createLoopBreaker({ limit: 2 });
    const safe = recovering(await openV1(), { sleep, breaker, maxAttempts: 1 });
    await givenUp(safe.callTool(call('refuse')));
    await givenUp(safe.callTool(call('refuse')));
    const refused = await givenUp(safe.callTool(call('refuse')));
    expect(refused.failure).toMatchObject({ kind: 'loop', repeated: { count: 2 } });
    expect(refused.attempts).toBe(0);
  });

  it('keeps to the deadline', async () => {
    const safe = recovering(await openV1(), { deadlineMs: 5000 });
    const error = await givenUp(safe.callTool(call('read_busy')));
    // The server asks for seven seconds.
    expect(error.plan.why).toContain('deadline');
    expect(error.attempts).toBe(1);
  });

  it('does nothing twice after a recovery inside a recovery', async () => {
    let waits = 0;
    const options = { maxAttempts: 2, sleep: async () => void waits++ };
    const safe = recovering(recovering(await openV1(), options), options);
    expect((await givenUp(safe.callTool(call('read_busy')))).attempts).toBe(2);
    expect(waits).toBe(1);
  });
});

describe('a connection that can be opened again', () => {
  const survivor = { SURVIVES: '1' };

  it('is, with the client of v1, and the read is repeated there', async () => {
    const client = await openV1();
    const safe = recovering(client, {
      sleep,
      reconnect: () => client.connect(new StdioV1(stdioCommand('stdio-v1', survivor))),
    });
    await expect(safe.callTool(call('die'))).resolves.toMatchObject({
      content: [{ text: 'survived' }],
    });
  });

  it('is, with the client of v2, once for calls that come together', async () => {
    const client = await connectStdioV2('stdio-v2', '2026-07-28');
    closing.push(() => client.close());
    let opened = 0;
    const safe = recovering(client, {
      sleep,
      reconnect: () => {
        opened++;
        return client.connect(new StdioV2(stdioCommand('stdio-v2', survivor)));
      },
    });
    await expect(safe.callTool(call('die'))).resolves.toMatchObject({
      content: [{ text: 'survived' }],
    });
    await client.close();
    const results = await Promise.all([safe.callTool(call('calls')), safe.callTool(call('die'))]);
    expect(results).toMatchObject([{ content: [{}] }, { content: [{ text: 'survived' }] }]);
    expect(opened).toBe(2);
  });

  it('does not make a write happen twice', async () => {
    const client = await openV1();
    let opened = 0;
    const safe = recovering(client, {
      sleep,
      annotations: () => ({}),
      reconnect: async () => {
        opened++;
        await client.connect(new StdioV1(stdioCommand('stdio-v1', survivor)));
      },
    });
    const error = await givenUp(safe.callTool(call('die')));
    expect(error.failure).toMatchObject({ kind: 'closed', effect: 'unknown' });
    expect(opened).toBe(0);
    // The next call finds the way.
    expect(await safe.callTool(call('die'))).toMatchObject({ content: [{ text: 'survived' }] });
    expect(opened).toBe(1);
  });

  it('stays closed when the user closes it, until the user connects', async () => {
    const client = await openV1();
    let opened = 0;
    const safe = recovering(client, {
      sleep,
      reconnect: async () => {
        opened++;
        await client.connect(new StdioV1(stdioCommand('stdio-v1')));
      },
    });
    await safe.listTools();
    const silent = givenUp(safe.callTool(call('read_silent')));
    await safe.callTool(call('calls'));
    await safe.close();
    expect((await silent).failure).toMatchObject({ kind: 'closed' });
    expect((await givenUp(safe.callTool(call('calls')))).failure.reason).toBe('NOT_CONNECTED');
    expect(opened).toBe(0);
    await safe.connect(new StdioV1(stdioCommand('stdio-v1')));
    await client.close();
    await safe.callTool(call('calls'));
    expect(opened).toBe(1);
  });

  it('is given up when it cannot be opened', async () => {
    const client = createClientV1();
    const safe = recovering(client, {
      sleep,
      reconnect: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
    });
    const error = await givenUp(safe.callTool(call('calls')));
    expect(error.failure).toMatchObject({ kind: 'send', reason: 'ECONNREFUSED', effect: 'none' });
    expect(error.attempts).toBe(3);
  });
});
