import { describe, expect, it } from 'vitest';
import { HOST_PROFILES, vsCode, view, type HostProfile, type HostResponse } from './index.js';

const views = (response: HostResponse) =>
  Object.fromEntries(HOST_PROFILES.map((profile) => [profile.id, view(response, profile)]));

const same = (text: string) => Object.fromEntries(HOST_PROFILES.map(({ id }) => [id, text]));

describe('what the model sees', () => {
  it('of a JSON-RPC error', () => {
    const error = { code: -32010, message: 'No answer {data}', data: { device_id: 'dev-1' } };
    expect(views({ error })).toEqual({
      'claude-code': 'MCP error -32010: No answer {data}',
      'vs-code': 'MPC -32010: No answer {data}',
      codex: 'tool call error: -32010: No answer {data}({"device_id":"dev-1"})',
      'gemini-cli': 'MCP error -32010: No answer {data}',
      'openai-agents':
        'An error occurred while running the tool. Please try again. Error: No answer {data}',
      langchain: '',
      'sdk-v1': '',
      'sdk-v2': '',
    });
  });

  it('of a JSON-RPC error without data', () => {
    expect(views({ error: { code: -32603, message: 'Internal error' } })).toEqual({
      'claude-code': 'MCP error -32603: Internal error',
      'vs-code': 'MPC -32603: Internal error',
      codex: 'tool call error: -32603: Internal error',
      'gemini-cli': 'MCP error -32603: Internal error',
      'openai-agents':
        'An error occurred while running the tool. Please try again. Error: Internal error',
      langchain: '',
      'sdk-v1': '',
      'sdk-v2': '',
    });
  });

  it('of a failed result with structured content', () => {
    const result = {
      structuredContent: { reason: 'X' },
      content: [
        { type: 'text', text: 'first' },
        { type: 'image', data: 'AAAA' },
        { type: 'text', text: 'second' },
      ],
      isError: true,
    };
    expect(views({ result })).toEqual({
      'claude-code': 'first',
      'vs-code': '{"reason":"X"}',
      codex: '{"reason":"X"}',
      'gemini-cli':
        '{"structuredContent":{"reason":"X"},"content":[{"type":"text","text":"first"},{"type":"image","data":"AAAA"},{"type":"text","text":"second"}],"isError":true}',
      'openai-agents': 'first\nsecond',
      langchain: 'first\nsecond',
      'sdk-v1': 'first\nsecond',
      'sdk-v2': 'first\nsecond',
    });
  });

  it('of a failed result whose first block is no text', () => {
    const result = { content: [{ type: 'image' }, { type: 'text', text: 'why' }], isError: true };
    expect(views({ result })).toEqual({
      ...same('why'),
      'claude-code': '',
      'gemini-cli': '{"content":[{"type":"image"},{"type":"text","text":"why"}],"isError":true}',
    });
  });

  it('of one block of text: that text, everywhere', () => {
    const result = { content: [{ type: 'text', text: 'why' }], isError: true };
    expect(views({ result })).toEqual({
      ...same('why'),
      'gemini-cli': '{"content":[{"type":"text","text":"why"}],"isError":true}',
    });
  });

  it('of an empty reply is nothing', () => {
    expect(views({})).toEqual(same(''));
  });
});

describe('a host', () => {
  const error = { code: -1, message: 'no' };

  it('may be given by its id', () => {
    expect(view({ error }, 'vs-code')).toBe('MPC -1: no');
    expect(view({ error }, vsCode)).toBe('MPC -1: no');
  });

  it('may be a profile of your own', () => {
    const own: HostProfile = {
      ...vsCode,
      rpcError: { ...vsCode.rpcError, template: '{message}!' },
      toolError: { content: 'json', structuredContent: 'dropped' },
    };
    expect(view({ error }, own)).toBe('no!');
    expect(view({ result: { content: [], structuredContent: { a: 1 } } }, own)).toBe(
      '{"content":[]}',
    );
    const both: HostProfile = {
      ...own,
      toolError: { content: 'all-text', structuredContent: 'included' },
    };
    expect(
      view({ result: { content: [{ type: 'text', text: 'a' }], structuredContent: 1 } }, both),
    ).toBe('a\n1');
  });

  it.each(['', '__proto__', 'constructor', 'VS Code', 'x'.repeat(1_000_000)])(
    'of an unknown id is refused with the ids that exist (%#)',
    (id) => {
      let thrown: unknown;
      try {
        view({ error }, id);
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toBeInstanceOf(TypeError);
      expect((thrown as TypeError).message).toBe(
        `No host profile "${id.slice(0, 64)}"; there are claude-code, vs-code, codex, gemini-cli, openai-agents, langchain, sdk-v1, sdk-v2`,
      );
    },
  );
});

describe('a hostile reply', () => {
  const text = (json: string, host: string) => view(JSON.parse(json) as HostResponse, host);

  it.each([
    ['null', 'claude-code', ''],
    ['[]', 'claude-code', ''],
    ['{"result":null}', 'claude-code', ''],
    ['{"error":null,"result":{"content":[{"type":"text","text":"a"}]}}', 'claude-code', 'a'],
    ['{"result":{"content":"text"}}', 'claude-code', ''],
    ['{"result":{"content":[null,7,{"type":"text","text":{}}]}}', 'langchain', ''],
    ['{"result":{"content":{"length":1e9}}}', 'codex', ''],
    ['{"error":"no"}', 'codex', ''],
    ['{"error":{"code":{},"message":["x"]}}', 'codex', 'tool call error: : '],
    ['{"error":{"code":1,"message":"$& {code}"}}', 'vs-code', 'MPC 1: $& {code}'],
    ['{"__proto__":{"error":{"code":1,"message":"x"}}}', 'vs-code', ''],
    ['{"result":{"__proto__":{"a":1}}}', 'gemini-cli', '{"__proto__":{"a":1}}'],
  ])('%s is shown by %s as %j', (json, host, expected) => {
    expect(text(json, host)).toBe(expected);
  });

  it('with a cycle shows nothing', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(view({ result: { structuredContent: cycle } }, 'codex')).toBe('');
  });
});
