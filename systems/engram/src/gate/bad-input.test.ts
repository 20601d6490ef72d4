import { faultOf } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOL_ARGUMENTS, type ToolName } from '../tools/arguments.js';
import { ROOT } from './testing/identities.js';
import { openGateway, type TestGateway } from './testing/open-gateway.js';

const HASH = 'ab'.repeat(32);

/** Arguments that each tool takes. */
const GOOD: { readonly [N in ToolName]: Readonly<Record<string, unknown>> } = {
  memory_store: { content: 'x' },
  memory_query: { query: 'x' },
  memory_get: { memory_id: 'x' },
  memory_delete: { memory_id: 'x' },
  memory_update: { memory_id: 'x', content: 'x' },
  memory_list: { limit: 1 },
  memory_reinforce: { memory_id: 'x' },
  reliability_report: { hours: 1 },
  governance_update: { team_write_enabled: true },
  outbox_requeue: {},
  user_list: {},
  user_update: { action: 'add', user: 'x' },
  team_update: { action: 'add', team: 'x', user: 'x' },
  evidence_upload: { content: 'x', mime: 'text/plain' },
  evidence_read: { sha256: HASH },
};

const TOOLS = Object.keys(GOOD) as ToolName[];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** A refusal that leaves everything as it was. */
async function refused(tool: string, args: unknown) {
  const before = await gateway.everything();
  const sent = gateway.openMemory.requests.length;
  const fault = await faultOf(gateway.call(tool, args, ROOT));
  expect(fault).toMatchObject({ code: -32602, effect: 'none', retryable: false });
  expect(fault.message.length).toBeLessThan(500);
  expect(await gateway.everything()).toBe(before);
  expect(gateway.openMemory.requests).toHaveLength(sent);
  return fault;
}

describe.each(TOOLS)('%s', (tool) => {
  const good = GOOD[tool];
  const members = Object.keys(TOOL_ARGUMENTS[tool].shape);

  it.each([[[]], ['x'], [5], [true], [[good]]])('refuses arguments that are %j', async (args) => {
    const { reason } = await refused(tool, args);
    expect(reason).toBe('INVALID_PARAM_TYPE');
  });

  it('refuses every member of a type that it does not have', async () => {
    for (const member of members) {
      for (const value of [null, [[]], -1.5]) await refused(tool, { ...good, [member]: value });
    }
  });

  it('refuses what it does not know, whatever it is called', async () => {
    const names = [
      'x',
      '',
      '__proto__',
      'constructor',
      'toString',
      'a\0b',
      '\ud800',
      'x'.repeat(9_999),
    ];
    for (const name of names) {
      const args = JSON.parse(JSON.stringify(good)) as object;
      Object.defineProperty(args, name, { value: { polluted: true }, enumerable: true });
      const { reason } = await refused(tool, args);
      expect([name, reason]).toEqual([name, 'INVALID_PARAM_VALUE']);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses a NUL in every text but in what is uploaded', async () => {
    const texts = members.filter((name) => !['admin_key', 'target_space'].includes(name));
    for (const member of texts) {
      if (tool === 'evidence_upload' && member === 'content') continue;
      await refused(tool, { ...good, [member]: 'a\0b' });
    }
  });

  it('works afterwards', async () => {
    expect((await gateway.call(tool, GOOD[tool], ROOT)).facts).toMatchObject({ ok: true });
  });
});

describe('huge texts', () => {
  const HUGE = 'x'.repeat(2_000_000);
  it.each<[ToolName, object]>([
    ['memory_query', { query: HUGE }],
    ['memory_query', { query: 'x', spaces: [HUGE] }],
    ['memory_query', { query: 'x', spaces: Array(21).fill('org') }],
    ['memory_store', { content: 'x', target_space: HUGE }],
    ['memory_store', { content: 'x', kind: HUGE }],
    ['memory_store', { content: 'x', actor: HUGE }],
    ['memory_store', { content: 'x', metadata: { [HUGE]: 1 } }],
    ['memory_store', { content: 'x', evidence: [{ note: HUGE }] }],
    ['memory_store', { content: 'x', evidence: [{ uri: HUGE }] }],
    ['memory_get', { memory_id: HUGE }],
    ['memory_delete', { memory_id: HUGE }],
    ['governance_update', { team_write_enabled: true, admin_key: HUGE }],
    ['governance_update', { policy: { allowlist_users: [HUGE] } }],
    ['governance_update', { policy: { allowlist_users: Array(1_001).fill('ann') } }],
    ['evidence_upload', { content: HUGE, mime: 'text/plain' }],
    ['evidence_upload', { content: 'x', mime: HUGE }],
    ['evidence_read', { sha256: HUGE }],
    ['reliability_report', { hours: 1e308 }],
  ])('are refused by %s (%#)', async (tool, args) => {
    expect((await refused(tool, args)).reason).toBe('INVALID_PARAM_VALUE');
  });

  it('are decided on by the policy where they are the content', async () => {
    const { facts } = await gateway.call('memory_store', { content: HUGE });
    expect(facts).toMatchObject({ ok: false, rule: 'content_too_large' });
  });
});

describe('half of a surrogate pair', () => {
  it.each<[ToolName, string, object]>([
    ['memory_store', 'content', { content: 'a\ud800b' }],
    ['memory_store', 'actor', { content: 'x', actor: '\udc00' }],
    ['memory_store', 'evidence.0.note', { content: 'x', evidence: [{ note: '\ud800' }] }],
    ['memory_store', 'evidence.0.uri', { content: 'x', evidence: [{ uri: '\ud83d' }] }],
    ['memory_query', 'query', { query: 'a\ude42' }],
    ['memory_get', 'memory_id', { memory_id: 'a\ud800' }],
    ['memory_delete', 'memory_id', { memory_id: 'a\ud800' }],
    ['governance_update', 'policy.allowlist_users.0', { policy: { allowlist_users: ['\ud800'] } }],
    ['evidence_upload', 'content', { content: '\ud800', mime: 'text/plain' }],
    ['evidence_read', 'sha256', { sha256: '\ud800'.repeat(64) }],
  ])(
    'is refused by %s as %s, because it would be kept as another text',
    async (tool, param, args) => {
      expect(await refused(tool, args)).toMatchObject({
        reason: 'INVALID_PARAM_VALUE',
        context: { param },
      });
    },
  );

  it('is no part of a whole pair', async () => {
    const { facts } = await gateway.call('memory_store', { content: 'a whole 🙂' });
    const { memory_id } = facts;
    expect((await gateway.call('memory_get', { memory_id })).facts['memory']).toMatchObject({
      content: 'a whole 🙂',
    });
  });
});

describe('metadata', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });

  it('comes back as it was, with names that objects have of themselves', async () => {
    const metadata = JSON.parse(
      '{"constructor":1,"toString":{"a":[null]},"hasOwnProperty":true}',
    ) as object;
    const { facts } = await gateway.call('memory_store', { content: 'm', metadata });
    const { memory_id } = facts;
    expect((await gateway.call('memory_get', { memory_id })).facts['memory']).toMatchObject({
      metadata,
    });
  });

  it('pollutes nothing', async () => {
    const metadata = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as object;
    const { facts } = await gateway.call('memory_store', { content: 'm', metadata });
    const { memory_id } = facts;
    const got = (await gateway.call('memory_get', { memory_id })).facts['memory'];
    expect((got as { metadata: { polluted?: true } }).metadata.polluted).toBeUndefined();
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('may be as deep as a message may be', async () => {
    const metadata = nested(124);
    const { facts } = await gateway.call('memory_store', { content: 'm', metadata });
    const { memory_id } = facts;
    expect((await gateway.call('memory_get', { memory_id })).facts['memory']).toMatchObject({
      metadata,
    });
  });
});

describe('a tool that there is not', () => {
  it.each([
    '',
    '__proto__',
    'constructor',
    'toString',
    'memory_store ',
    'MEMORY_STORE',
    'a\0b',
    'x'.repeat(9_999),
  ])('is unknown: %j', async (name) => {
    const fault = await refused(name, {});
    expect(fault).toMatchObject({ reason: 'UNKNOWN_TOOL', context: { tool: name } });
  });
});
