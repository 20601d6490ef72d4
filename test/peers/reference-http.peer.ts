import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectHttp, type HttpWire } from '@errata/prove';
import { request } from '@errata/testing/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLines, type Child } from './testing/child.js';
import { behindHttp, createWorkspace, referenceServers, writingPid } from './testing/peers.js';

const workspace = await createWorkspace();
afterAll(() => workspace.remove());

describe('the everything server, which only speaks stdio here, behind our edge over HTTP', () => {
  const pidFile = join(workspace.folder, 'http.pid');
  let front: Child;
  let session: HttpWire;
  beforeAll(async () => {
    front = startLines(behindHttp(writingPid(referenceServers.everything(), pidFile)));
    const url = await front.line((line) => line.startsWith('http://'));
    session = await connectHttp({ url, era: '2025-11-25' });
  });
  afterAll(async () => {
    await session.close();
    await front.close();
  });

  it('answers a malformed body with 400 and −32700 under the id that can still be read', async () => {
    const { status, text } = await session.send('{"jsonrpc":"2.0","id":7,"method":"ping"');
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: -32700 } });
  });

  it('answers an id of null with 400 and −32600 without an id', async () => {
    const { status, text } = await session.send('{"jsonrpc":"2.0","id":null,"method":"ping"}');
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 } });
    expect(JSON.parse(text)).not.toHaveProperty('id');
  });

  it('answers a batch with 400 and −32600', async () => {
    const { status, text } = await session.send('[{"jsonrpc":"2.0","id":8,"method":"ping"}]');
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 } });
  });

  it('brings an id beyond 2^53 back digit by digit', async () => {
    const text = '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}';
    const reply = await session.send(text);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"id":9007199254740993');
    expect(reply.text).toContain('"result":{}');
  });

  it('answers for a server that is killed while a call is in flight, and starts it again', async () => {
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 1 } };
    const waiting = session.send(request(5, 'tools/call', long));
    // Answered by the same process after it was given the call, so the call has arrived.
    await session.send(request(6, 'ping', {}));
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
    const { status, text } = await waiting;
    expect(status).toBe(200);
    expect(text).toContain('The server process was ended by SIGKILL before it answered');
    const sum = { name: 'get-sum', arguments: { a: 2, b: 3 } };
    expect((await session.send(request(9, 'tools/call', sum))).text).toContain('is 5');
  });
});
