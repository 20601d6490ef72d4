import { describe, expect, it } from 'vitest';
import { HOST_PROFILES, hostProfile, type HostProfile } from './index.js';

const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

describe.each(HOST_PROFILES.map((profile) => [profile.id, profile] as const))('%s', (_, host) => {
  it('says when and how it was seen, and what to do', () => {
    expect(host.observed).toMatch(DAY);
    expect(host.sources.length).toBeGreaterThan(0);
    for (const source of host.sources) expect(source.trim()).not.toBe('');
    expect(['source', 'measured', 'reported', 'inferred']).toContain(host.evidence);
    expect(['rpc', 'tool']).toContain(host.toolFailures);
    expect(host.because).not.toBe('');
  });

  it('has names with date and source, or a reason for none', () => {
    expect(host.clientNames.length === 0).toBe(host.nameless !== undefined);
    expect(host.nameless).not.toBe('');
    for (const { name, source, observed } of host.clientNames) {
      expect(name).not.toBe('');
      expect(source).not.toBe('');
      expect(observed).toMatch(DAY);
    }
  });
});

describe('the host profiles', () => {
  it('are these, and all of them want tool failures as results', () => {
    expect(HOST_PROFILES.map(({ id, toolFailures }) => [id, toolFailures])).toEqual([
      ['claude-code', 'tool'],
      ['vs-code', 'tool'],
      ['codex', 'tool'],
      ['gemini-cli', 'tool'],
      ['openai-agents', 'tool'],
      ['langchain', 'tool'],
      ['sdk-v1', 'tool'],
      ['sdk-v2', 'tool'],
    ]);
  });

  it('share no client name', () => {
    const names = HOST_PROFILES.flatMap(({ clientNames }) => clientNames.map(({ name }) => name));
    expect(names).toEqual([
      'claude-code',
      'Visual Studio Code',
      'Visual Studio Code - Insiders',
      'codex-mcp-client',
      'gemini-cli-mcp-client',
      'gemini-cli-mcp-client-',
    ]);
  });

  it('say of an error what their template shows', () => {
    const shows = ({ rpcError }: HostProfile, slot: string) =>
      rpcError.template.includes(`{${slot}}`);
    for (const profile of HOST_PROFILES.filter(({ rpcError }) => rpcError.reaches === 'model')) {
      const { message, code, data } = profile.rpcError;
      expect([message, code, data]).toEqual([
        shows(profile, 'message'),
        shows(profile, 'code'),
        shows(profile, 'data'),
      ]);
    }
  });

  it('are found by id, and only their own', () => {
    expect(hostProfile('langchain')?.name).toBe('LangChain MCP adapters');
    for (const id of ['', '__proto__', 'constructor', 'Claude-Code', 'x'.repeat(1_000_000)]) {
      expect(hostProfile(id)).toBeUndefined();
    }
  });
});
