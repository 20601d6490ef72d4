import { isRef } from '@errata/core/internal';
import { closing, faultOf, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { handleToolsCall, openServices, resolveOptions, type CallerIdentity } from '../index.js';

const close = closing();
const file = temporaryFolder();
const ALICE: CallerIdentity = { user: 'alice', speaksForOthers: false };

async function open(name: string) {
  const options = { user: 'alice', logbook: file(`${name}.db`), evidenceFolder: file(name) };
  const opened = await openServices(resolveOptions({ ...options, env: { HOME: file(name) } }), [
    'alice',
  ]);
  return close(opened).services;
}

describe('handleToolsCall', () => {
  it('answers a call without any wire', async () => {
    const context = { services: await open('store'), identity: ALICE };
    const stored = await handleToolsCall(
      { name: 'memory_store', arguments: { content: 'a lighthouse' } },
      context,
    );
    expect(stored.structuredContent).toMatchObject({ ok: true, space: 'private:alice' });
    expect(isRef(stored.structuredContent['correlation_id'])).toBe(true);
    const found = await handleToolsCall(
      { name: 'memory_query', arguments: { query: 'lighthouse' } },
      context,
    );
    expect(found.structuredContent).toMatchObject({ results: [{ content: 'a lighthouse' }] });
  });

  it.each([
    ['5.1: no name', {}, 'MISSING_REQUIRED_PARAM', { param: 'name', method: 'tools/call' }],
    [
      'a name that is a number',
      { name: 5 },
      'INVALID_PARAM_TYPE',
      { param: 'name', expected: 'string', received: 'number' },
    ],
    ['5.2: an unknown tool', { name: 'xxx' }, 'UNKNOWN_TOOL', { tool: 'xxx' }],
    [
      'an argument of the wrong type',
      { name: 'memory_query', arguments: { query: 5 } },
      'INVALID_PARAM_TYPE',
      { param: 'query', tool: 'memory_query' },
    ],
  ])('throws the failure of the seed for %s', async (_what, params, reason, context) => {
    const fault = await faultOf(
      handleToolsCall(params, { services: await open(reason), identity: ALICE }),
    );
    expect(fault).toMatchObject({ reason, code: -32602, retryable: false, context });
  });
});
