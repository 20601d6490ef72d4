import { describe, expect, it } from 'vitest';
import { HOST_PROFILES, hostProfile, viewResponse, type HostProfile } from './index.js';

const error = { code: -32010, message: 'No answer {data}', data: { device_id: 'dev-1' } };
const result = {
  content: [
    { type: 'text', text: 'first' },
    { type: 'image', data: 'AAAA' },
    { type: 'text', text: 'second' },
  ],
  isError: true,
  structuredContent: { reason: 'X' },
};
const plain = { content: result.content, isError: true };

const views = (response: Parameters<typeof viewResponse>[0]) =>
  Object.fromEntries(HOST_PROFILES.map((profile) => [profile.id, viewResponse(response, profile)]));

describe('what the model sees', () => {
  it('of a JSON-RPC error', () => {
    expect(views({ error })).toEqual({
      'claude-code': 'MCP error -32010: No answer {data}',
      'vs-code': 'MPC -32010: No answer {data}',
      codex: 'tool call error: -32010: No answer {data}({"device_id":"dev-1"})',
      'gemini-cli': 'No answer {data}',
      'openai-agents':
        'An error occurred while running the tool. Please try again. Error: No answer {data}',
      langchain: '',
      'sdk-v1': '',
      'sdk-v2': '',
    });
    expect(viewResponse({ error: { code: -1, message: 'no' } }, hostProfile('codex')!)).toBe(
      'tool call error: -1: no',
    );
  });

  it('of a failed result with structured content', () => {
    expect(views({ result })).toEqual({
      'claude-code': 'first',
      'vs-code': '{"reason":"X"}',
      codex: '{"reason":"X"}',
      'gemini-cli':
        '{"content":[{"type":"text","text":"first"},{"type":"image","data":"AAAA"},{"type":"text","text":"second"}],"isError":true,"structuredContent":{"reason":"X"}}',
      'openai-agents': 'first\nsecond',
      langchain: 'first\nsecond',
      'sdk-v1': 'first\nsecond',
      'sdk-v2': 'first\nsecond',
    });
  });

  it('of a failed result without it: the text, everywhere', () => {
    for (const profile of HOST_PROFILES) {
      expect(viewResponse({ result: plain }, profile)).toContain('first');
    }
  });

  it('of an empty reply is nothing', () => {
    for (const profile of HOST_PROFILES) expect(viewResponse({}, profile)).toBe('');
  });
});

describe('the host profiles', () => {
  it('carry a date and a source each, and say what to do', () => {
    for (const { observed, sources, toolFailures, because } of HOST_PROFILES) {
      expect(observed).toMatch(/^2026-\d\d-\d\d$/);
      expect(sources.length).toBeGreaterThan(0);
      expect(toolFailures).toBe('tool');
      expect(because).not.toBe('');
    }
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
    expect(hostProfile('constructor')).toBeUndefined();
  });
});
