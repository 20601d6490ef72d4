import { createRouterosContract } from '@errata/catalogs/routeros';
import { defineCatalog, defineContract, toolError, type FaultRecord } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { SDK_PEERS } from '../testing/sdk-peers.js';
import { guard, type GuardOptions } from './index.js';

const META = 'dev.errata/fault';
const LONG = 'Step one is to open the ticket again. '.repeat(6).trim();

class UserError extends Error {
  override name = 'UserError';
}
class DomainError extends Error {
  override name = 'DomainError';
}

const expose: GuardOptions['expose'] = (error) =>
  error instanceof DomainError ? error.message : undefined;

const CLOSED = 'TOOL_ERROR: Ticket 5 is already closed. ref=';

const refused = () =>
  new DomainError('The query failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), {
      ...{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.7', port: 5432 },
    }),
  });

/** What a handler throws, and the text that the model reads. */
const CASES: readonly [name: string, thrown: () => unknown, text: string][] = [
  ['toolError', () => toolError('Ticket 5 is already closed'), CLOSED],
  [
    'toolError that is not to be repeated',
    () => toolError('Ticket 5 is already closed', { retry: false }),
    'TOOL_ERROR: Ticket 5 is already closed. Next: do not repeat the same call. ref=',
  ],
  [
    'toolError that may be repeated',
    () => toolError('The printer is busy', { retry: 5 }),
    'TOOL_ERROR: The printer is busy. Nothing was changed. Next: retry after 5 s. ref=',
  ],
  [
    'toolError with effect and advice',
    () =>
      toolError('Sent 3 of 5 mails', { effect: 'done', next: 'call mail/status for the others' }),
    'TOOL_ERROR: Sent 3 of 5 mails. The change was made. Next: call mail/status for the others. ref=',
  ],
  ['a long toolError', () => toolError(LONG), `TOOL_ERROR: ${LONG} ref=`],
  ['UserError of fastmcp', () => new UserError('Ticket 5 is already closed'), CLOSED],
  [
    'an exception that expose returns a text for',
    () => new DomainError('Ticket 5 is already closed'),
    CLOSED,
  ],
  [
    'a secret in an exposed text',
    () => new DomainError('No access with password=hunter2-canary'),
    'TOOL_ERROR: No access with password=[REDACTED]. ref=',
  ],
];

describe.each(SDK_PEERS)('texts that authors mean for the caller, $name', (peer) => {
  const call = async (thrown: unknown, options: GuardOptions) => {
    const tool = () => {
      throw thrown;
    };
    const { ask } = await peer.open(guard(peer.create({ tool, resource: tool }), options));
    const reply = await ask('tools/call', { name: 'ping', arguments: {} });
    const { content, _meta } = reply.result as {
      content: { text: string }[];
      _meta: Record<string, { ref: string }>;
    };
    return { ask, text: content[0]!.text, facts: _meta[META]! };
  };

  it.each(CASES)('%s', async (_, thrown, text) => {
    const own = await call(thrown(), { expose });
    expect(own.text).toBe(text + own.facts.ref);
    expect(own.facts).toMatchObject({ domain: 'tool', reason: 'TOOL_ERROR', code: -32603 });
  });

  it('an exception that is recognised keeps its reason and advice under the text', async () => {
    const masked: string[] = [];
    const onMasked = (shown: string) => masked.push(shown);
    const { text, facts } = await call(refused(), { expose, onMasked });
    const bare = await call(refused(), {});
    expect(text).toBe(
      bare.text
        .replace('Cannot connect [ECONNREFUSED]', 'The query failed')
        .replace(bare.facts.ref, facts.ref),
    );
    expect(text).toMatch(/^UNREACHABLE: The query failed\. .*Next: .*ref=/);
    expect(facts).toEqual({ ...bare.facts, ref: facts.ref });
    expect(facts).toMatchObject({ reason: 'UNREACHABLE', retryable: true });
    expect(masked).toEqual([]);
    const long = new DomainError(LONG, { cause: (refused() as Error).cause });
    expect((await call(long, { expose })).text).toContain(LONG);
  });

  it('a contract gives it its own reason, or none', async () => {
    const row = { title: 'x', category: 'x', recovery: 'report_and_abort' } as const;
    const named = { code: -31001, ...row, condition: 'unreachable', details: 'Down' } as const;
    const unnamed = { code: -31002, ...row } as const;
    const down = defineContract({ catalog: defineCatalog('shop', { DOWN: named }) });
    const { text } = await call(refused(), { contract: down, toolFailures: 'tool', expose });
    expect(text).toMatch(/^DOWN: The query failed\. /);
    const rows = { OOPS: unnamed };
    const oops = defineContract({ catalog: defineCatalog('shop', rows, { unexpected: 'OOPS' }) });
    const own = await call(refused(), { contract: oops, toolFailures: 'tool', expose });
    expect(own.text).toMatch(/^TOOL_ERROR: The query failed\. Next: retry later\. ref=/);
  });

  it('a contract does not mask them', async () => {
    const contract = createRouterosContract();
    const options = { contract, toolFailures: 'tool', expose } as const;
    const { text, facts } = await call(new DomainError('Ticket 5 is already closed'), options);
    expect(text).toBe(CLOSED + facts.ref);
  });

  it('outside of tools they are the message of the error', async () => {
    const { ask } = await call(new DomainError('No such shelf'), { expose });
    const { error } = await ask('resources/read', { uri: 'demo://thing' });
    expect(error).toMatchObject({ code: -32603, message: 'No such shelf' });
  });

  it.each([
    ['returns nothing', () => undefined],
    [
      'fails',
      () => {
        throw new Error('broken');
      },
    ],
  ])('an exception is masked if expose %s, and reported to the author', async (_, hook) => {
    const records: FaultRecord[] = [];
    const masked: string[] = [];
    const { text, facts } = await call(new DomainError('password=hunter2-canary in shelf 7'), {
      expose: hook,
      onFault: (record) => records.push(record),
      onMasked: (shown) => masked.push(shown),
    });
    expect(text).toMatch(/^UNEXPECTED: /);
    expect(text).not.toContain('shelf 7');
    expect(records[0]!.causes[0]!.message).toBe('password=[REDACTED] in shelf 7');
    const [first, thrown] = masked[0]!.split('\n');
    expect(first).toBe(`errata: masked in tool ping, the client got UNEXPECTED ${facts.ref}`);
    expect(thrown).toBe('  DomainError: password=[REDACTED] in shelf 7');
  });

  it('a text that the client gets is not printed', async () => {
    const masked: string[] = [];
    const onMasked = (shown: string) => masked.push(shown);
    await call(new DomainError('Ticket 5 is already closed'), { expose, onMasked });
    await call(toolError('x', { cause: new Error('y') }), { onMasked });
    expect(masked).toEqual([]);
  });

  it('onMasked: false prints nothing', async () => {
    const { text } = await call(new Error('boom'), { onMasked: false });
    expect(text).toMatch(/^UNEXPECTED: /);
  });
});
