import { describe, expect, it } from 'vitest';
import { exchangeOf } from './report/testing/build.js';
import { viewsOf } from './hosts.js';

/** What the hosts show of the reply to a call, by their ids. */
function shownOf(reply: object): Record<string, string | undefined> {
  const sent = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup"}}';
  const message = { text: JSON.stringify(reply), value: reply, at: 1 };
  const [view] = viewsOf([exchangeOf([sent], [], { reply: message })]);
  expect(view?.call).toBe('tools/call lookup');
  return Object.fromEntries(
    view!.hosts.map(({ id, text, nothing }) => [id, text === '' ? `(${nothing})` : text]),
  );
}

describe('viewsOf', () => {
  it('says that a call throws where the model sees nothing of an error', () => {
    expect(shownOf({ error: { code: -32603, message: 'Out' } })).toEqual({
      'claude-code': 'MCP error -32603: Out',
      'vs-code': 'MPC -32603: Out',
      'openai-agents': 'An error occurred while running the tool. Please try again. Error: Out',
      langchain: '(the call throws in the program)',
      'sdk-v1': '(the call throws in the program)',
      'sdk-v2': '(the call throws in the program)',
    });
  });

  it('says that there is no text where a result has none', () => {
    const image = { type: 'image', data: '', mimeType: 'image/png' };
    const content = [image, { type: 'text', text: 'late' }];
    expect(shownOf({ result: { isError: true, content } })).toMatchObject({
      'claude-code': '(the first block of the result has no text)',
      'vs-code': 'late',
    });
    expect(shownOf({ result: { isError: true, content: [image] } })).toMatchObject({
      'vs-code': '(the result has no text)',
      langchain: '(the result has no text)',
    });
  });

  it('gives no reason for an error that is none', () => {
    expect(shownOf({ error: 'no' })).toMatchObject({ 'claude-code': '(undefined)' });
  });
});
