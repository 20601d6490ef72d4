import { createServer } from '@errata/core';
import type { ToolFailures } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { erlmcp, erlmcpContract } from '../erlmcp/index.js';
import { byHost, HOST_NAMES, HOST_PROFILES, hostOf, isKnownHost } from './index.js';

describe('the host behind a client name', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['Claude-Code', 'claude-code'],
    ['Visual Studio Code', 'vs-code'],
    ['visual studio code', 'vs-code'],
    ['Visual Studio Code - Insiders', 'vs-code'],
    ['codex-mcp-client', 'codex'],
    ['gemini-cli-mcp-client', 'gemini-cli'],
    ['gemini-cli-mcp-client-my server', 'gemini-cli'],
    ['claude-code (via mcp-remote 0.1.37)', 'claude-code'],
    ['gemini-cli-mcp-client-a (via mcp-remote 1.0.0)', 'gemini-cli'],
  ])('%s is %s', (name, id) => {
    expect(hostOf(name)?.id).toBe(id);
  });

  it.each([
    [undefined],
    [''],
    [' '],
    ['mcp'],
    ['claude-ai'],
    ['claude-code-imitation'],
    [' claude-code'],
    ['claude-code\u0000'],
    ['Claude Code'],
    ['Code - OSS'],
    ['Visual Studio Code - Fork'],
    ['codex'],
    ['gemini-cli-mcp-clients'],
    ['(via mcp-remote 0.1.37)'],
    ['claude-code (via mcp-remote 0.1.37) and more'],
    ['claude-code (via another 0.1.37)'],
    ['mcp-test-client'],
    ['__proto__'],
    ['constructor'],
    ['toString'],
  ])('%j is no known host', (name) => {
    expect(hostOf(name)).toBeUndefined();
  });

  it('is not looked for in a name that no host has', () => {
    const prefix = 'gemini-cli-mcp-client-';
    expect(hostOf(prefix.padEnd(256, 'x'))?.id).toBe('gemini-cli');
    expect(hostOf(prefix.padEnd(257, 'x'))).toBeUndefined();
    expect(hostOf(prefix.padEnd(10_000_000, 'x'))).toBeUndefined();
  });

  it('is not called for values that are not text', () => {
    for (const value of [null, 7, {}, ['claude-code']]) {
      expect(hostOf(value as unknown as string)).toBeUndefined();
    }
  });

  it('is found by every name that a profile lists', () => {
    for (const profile of HOST_PROFILES) {
      for (const { name, match } of profile.clientNames) {
        expect(hostOf(match === 'prefix' ? `${name}x` : name)).toBe(profile);
      }
    }
  });
});

describe('a known host', () => {
  it.each(HOST_NAMES)(
    'is $host by the name $name, which is published',
    ({ name, match, source }) => {
      expect(isKnownHost(match === 'prefix' ? `${name}x` : name)).toBe(true);
      expect(byHost(name.toUpperCase(), 'rpc')).toBe('tool');
      expect(source).toMatch(/^https:\/\/github\.com\/\S+$/);
    },
  );
});

describe('the surface by host', () => {
  it('is what the profile says', () => {
    expect(byHost('claude-code', 'rpc')).toBe('tool');
    expect(byHost('gemini-cli-mcp-client-x', 'rpc')).toBe('tool');
  });

  it.each([undefined, '', 'mcp', '__proto__', 'x'.repeat(1_000_000)])(
    'is the fallback for a client that is not known (%#)',
    (name) => {
      expect(byHost(name, 'rpc')).toBe('rpc');
      expect(byHost(name, 'tool')).toBe('tool');
    },
  );

  it('is an option of a server, and wins over the contract', async () => {
    const failed = async (toolFailures?: ToolFailures) => {
      const server = createServer({
        contract: erlmcpContract,
        era: '2025-11-25',
        methods: {
          initialize: () => ({}),
          'tools/call': () => erlmcp.VALIDATION_FAILED({ details: 'no' }),
        },
        ...(toolFailures && { toolFailures }),
      });
      const clientInfo = { name: 'claude-code', version: '2.1.221' };
      await server.receive(
        JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { clientInfo } }),
      );
      const reply = await server.receive(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
      );
      return JSON.parse(reply!) as { result?: { isError?: boolean }; error?: object };
    };
    expect(await failed()).toHaveProperty('error.code');
    expect(await failed((client) => byHost(client, 'rpc'))).toHaveProperty('result.isError', true);
    const ids: (string | undefined)[] = [];
    await failed((client) => {
      ids.push(hostOf(client)?.id);
      return byHost(client, 'rpc');
    });
    expect(ids).toEqual(['claude-code']);
  });
});
