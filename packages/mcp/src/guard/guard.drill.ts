import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createWire, HELLO } from '../testing/wire.js';
import { guard } from './index.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const SERVERS = [
  ['SDK v1', () => new McpServerV1({ name: 'x', version: '1' })],
  ['SDK v2', () => new McpServerV2({ name: 'x', version: '1' })],
] as const;

it.each(SERVERS)(
  'a guarded server of %s keeps nothing of calls that were cancelled',
  async (_sdk, create) => {
    const server = create() as McpServerV1;
    const open: (() => void)[] = [];
    server.registerTool(
      'pay',
      {},
      () => new Promise((_resolve, reject) => open.push(() => reject(new Error('too late')))),
    );
    guard(server);
    const wire = createWire();
    await server.connect(wire.transport);
    await wire.ask('initialize', HELLO);

    /** Calls that are cancelled while they run, and fail afterwards: nobody is answered. */
    const cancelled = async (calls: number): Promise<void> => {
      for (let done = 0; done < calls; done += 100) {
        for (let n = 0; n < 100; n++) {
          const id = `call-${done + n}`;
          void wire.ask('tools/call', { name: 'pay' }, id);
        }
        await expect.poll(() => open.length).toBe(100);
        for (let n = 0; n < 100; n++) {
          wire.tell('notifications/cancelled', { requestId: `call-${done + n}` });
        }
        for (const fail of open.splice(0)) fail();
        wire.forget();
        await new Promise(setImmediate);
      }
    };
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    await cancelled(5_000);
    const before = heap();
    await cancelled(50_000);
    expect(heap() - before).toBeLessThan(10);
    expect(wire.replies.length).toBe(1);
  },
);
