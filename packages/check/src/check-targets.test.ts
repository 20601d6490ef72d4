import process from 'node:process';
import { getEventListeners, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkTargets, untilAborted, parseTarget, toCommand } from './check-targets.js';

/** Takes every connection, and says nothing on any. */
async function muteListener() {
  const listener = createServer((socket) => void socket.on('error', () => undefined).resume());
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  return { listener, address: `127.0.0.1:${port}` };
}

const options = { version: '0', date: new Date(0), env: process.env };

it('ends a check that waits for a command', async () => {
  const { listener, address } = await muteListener();
  const [, port] = address.split(':');
  const program = `require('net').connect(${port}, '127.0.0.1').resume(); process.stdin.resume();`;
  const ending = new AbortController();
  const check = checkTargets([toCommand([process.execPath, '-e', program])], {
    ...options,
    signal: ending.signal,
  });
  await once(listener, 'connection');
  ending.abort();
  await expect(check).rejects.toMatchObject({ name: 'AbortError' });
});

it.each(['tcp', 'http'])('ends a check that waits for an answer over %s', async (scheme) => {
  const { listener, address } = await muteListener();
  const ending = new AbortController();
  const check = checkTargets([parseTarget(`${scheme}://${address}`)], {
    ...options,
    signal: ending.signal,
    // Far more than a test has.
    timing: { patience: 600_000, haste: 40, grace: 80, dueGrace: 1000, doubt: 250 },
  });
  await once(listener, 'connection');
  ending.abort();
  await expect(check).rejects.toMatchObject({ name: 'AbortError' });
});

/** Answers initialize and ping, and refuses everything else. */
const PROGRAM = `
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    let message = {};
    try { message = JSON.parse(line) ?? {}; } catch {}
    const { id, method } = message;
    if (id === undefined) return;
    const result = { protocolVersion: '2025-11-25', capabilities: {} };
    const body = ['initialize', 'ping'].includes(method)
      ? { result }
      : { error: { code: -32601, message: 'Method not found' } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });`;

it('gives what was found until an abort', async () => {
  const ending = new AbortController();
  const { targets } = await checkTargets([toCommand([process.execPath, '-e', PROGRAM])], {
    ...options,
    signal: ending.signal,
    onProgress: ({ done }) => void (done === 5 && ending.abort()),
  });
  expect(targets).toMatchObject([{ interrupted: true }]);
  expect(targets[0]!.eras.map(({ results }) => results.length)).toEqual([5]);
});

it('masks a header of the user that the server repeats', async () => {
  const server = createHttpServer(({ headers: { authorization } }, response) => {
    const error = { code: -32600, message: `no user for ${authorization}` };
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', error }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: 'ApiKey zyxwvu9876', 'x-tenant': 'user' };
  const targets = [parseTarget(`http://127.0.0.1:${port}`)];
  const report = await checkTargets(targets, { ...options, headers });
  expect(report.targets[0]!.unreachable).toContain('no user for [masked: 17 characters]');
});

it('begins nothing after an abort', async () => {
  const check = checkTargets([toCommand(['errata-no-such-command'])], {
    ...options,
    signal: AbortSignal.abort(),
  });
  await expect(check).rejects.toMatchObject({ name: 'AbortError' });
});

it('has one listener on the signal, however many requests are under way', async () => {
  const { signal } = new AbortController();
  const asks: (() => void)[] = [];
  const peer = untilAborted(
    {
      transport: 'http',
      url: 'http://127.0.0.1/mcp',
      ask: () => new Promise((resolve) => asks.push(() => resolve(undefined))),
    },
    signal,
  );
  if (peer.transport !== 'http') throw new Error('it is another peer');
  const ask = { method: 'POST', headers: {}, patience: 1 };
  const answers = Array.from({ length: 50 }, () => peer.ask(ask));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const answer of asks) answer();
  expect(await Promise.all(answers)).toEqual(Array(50).fill(undefined));
});
