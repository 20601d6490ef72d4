import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { createKit } from '@errata/kit';
import { guard } from '@errata/mcp';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { openWire, speakModern } from '@errata/testing/wire';
import { createWire, HELLO } from '../../packages/mcp/src/testing/wire.js';

type Failures = 'rpc' | 'tool' | 'by-host' | undefined;
type Answer = { readonly result?: object; readonly error?: object };

const contract = erlmcpContract;
const crash = () => {
  throw new Error('broken');
};

/** Calls a tool that fails, as a client of that name; up to 2025-11-25 the contract answers with JSON-RPC errors. */
const SERVERS: Record<
  string,
  (failures: Failures, name: string, modern: boolean) => Promise<Answer>
> = {
  async kit(toolFailures, name, modern) {
    const kit = createKit({
      ...{ name: 'x', version: '1', contract, tools: [{ name: 'fail', run: crash }] },
      ...(toolFailures && { toolFailures }),
    });
    const clientInfo = { name, version: '1' };
    if (modern) {
      const wire = speakModern(kit, { 'io.modelcontextprotocol/clientInfo': clientInfo });
      return wire.ask('tools/call', { name: 'fail' });
    }
    const wire = openWire(kit);
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await wire.ask('initialize', hello, 'hello');
    wire.tell('notifications/initialized');
    return wire.ask('tools/call', { name: 'fail' });
  },
  async guard(toolFailures, name, modern) {
    const server = new McpServer({ name: 'x', version: '1' });
    server.registerTool('fail', {}, crash);
    guard(server, { contract, ...(toolFailures && { toolFailures }) });
    const wire = createWire();
    const clientInfo = { name, version: '1' };
    if (modern) {
      serveStdio(() => server, { transport: wire.transport });
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      return wire.ask('tools/call', { name: 'fail', _meta });
    }
    await server.connect(wire.transport);
    await wire.ask('initialize', { ...HELLO, clientInfo });
    return wire.ask('tools/call', { name: 'fail' });
  },
};

describe.each(Object.entries(SERVERS))('where %s puts the failure of a tool', (_, call) => {
  it.each<[Failures, string, 'result' | 'error']>([
    [undefined, 'claude-ai', 'error'],
    ['rpc', 'claude-ai', 'error'],
    ['tool', 'somebody', 'result'],
    ['by-host', 'claude-code', 'result'],
    ['by-host', 'claude-ai', 'result'],
    ['by-host', 'cursor-vscode', 'result'],
    ['by-host', 'Cline', 'result'],
    ['by-host', 'somebody', 'error'],
  ])('%s for %s: %s', async (failures, name, member) => {
    expect(await call(failures, name, false)).toHaveProperty(member);
  });

  it('is the same for every name on 2026-07-28', async () => {
    const texts = await Promise.all(
      ['claude-ai', 'somebody'].map(async (name) =>
        JSON.stringify(await call('by-host', name, true)).replaceAll(/corr-[0-9a-f]{16}/g, ''),
      ),
    );
    expect(texts[0]).toContain('"isError":true');
    expect(texts[0]).toBe(texts[1]);
  });
});
