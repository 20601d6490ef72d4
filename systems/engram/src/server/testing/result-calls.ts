import type { Answer } from '@errata/prove';
import { resultOf } from './answers.js';
import { TOKENS, type StartedGateway } from './start-gateway.js';

type ResultCall = (gateway: StartedGateway) => Promise<Answer>;

const HASH = 'ab'.repeat(32);

async function strictly({ connect }: StartedGateway, evidence: object): Promise<Answer> {
  const root = await connect(TOKENS.root);
  await root.callTool('governance_update', { policy: { evidence_mode: 'strict' } });
  return (await connect()).callTool('memory_store', { content: 'x', evidence: [evidence] });
}

/** Calls over the wire that the gateway answers with a result, by what it says. */
export const RESULT_CALLS = {
  stored: async ({ connect }) => (await connect()).callTool('memory_store', { content: 'x' }),
  'stored elsewhere': async ({ connect }) =>
    (await connect()).callTool('memory_store', { content: 'x', target_space: 'org' }),
  'rejected by policy': async ({ connect }) =>
    (await connect()).callTool('memory_store', { content: 'x', target_space: 'weird:x' }),
  'kept in the outbox': async ({ connect, openMemory }) => {
    await openMemory.stop();
    return (await connect()).callTool('memory_store', { content: 'x' });
  },
  found: async ({ connect }) => {
    const ann = await connect();
    await ann.callTool('memory_store', { content: 'a river' });
    return ann.callTool('memory_query', { query: 'river' });
  },
  'found without OpenMemory': async ({ connect, openMemory }) => {
    const ann = await connect();
    await ann.callTool('memory_store', { content: 'a river' });
    await openMemory.stop();
    return ann.callTool('memory_query', { query: 'river' });
  },
  reported: async ({ connect }) => (await connect()).callTool('reliability_report'),
  'another admin key': async ({ connect }) => {
    const args = { team_write_enabled: true, admin_key: 'not-the-key' };
    return (await connect()).callTool('governance_update', args);
  },
  'governance changed': async ({ connect }) =>
    (await connect(TOKENS.root)).callTool('governance_update', { team_write_enabled: true }),
  uploaded: async ({ connect }) =>
    (await connect()).callTool('evidence_upload', { content: 'x', mime: 'text/plain' }),
  'no such memory': async ({ connect }) =>
    (await connect()).callTool('memory_delete', { memory_id: 'mem-1' }),
  'reported after an outage': async ({ connect, openMemory }) => {
    const ann = await connect();
    await openMemory.stop();
    await ann.callTool('memory_store', { content: 'x' });
    await ann.callTool('memory_store', { content: 'x', target_space: 'weird:x' });
    return ann.callTool('reliability_report');
  },
  read: async ({ connect }) => {
    const ann = await connect();
    const { memory_id } = resultOf(
      await ann.callTool('memory_store', { content: 'x' }),
    ).structuredContent;
    return ann.callTool('memory_get', { memory_id });
  },
  deleted: async ({ connect }) => {
    const ann = await connect();
    const { memory_id } = resultOf(
      await ann.callTool('memory_store', { content: 'x' }),
    ).structuredContent;
    return ann.callTool('memory_delete', { memory_id });
  },
  'no evidence': async ({ connect }) =>
    (await connect()).callTool('evidence_read', { sha256: HASH }),
  'evidence read': async ({ connect }) => {
    const ann = await connect();
    const { sha256 } = resultOf(
      await ann.callTool('evidence_upload', { content: 'x', mime: 'text/plain' }),
    ).structuredContent;
    return ann.callTool('evidence_read', { sha256 });
  },
  'evidence without a hash': (gateway) => strictly(gateway, { note: 'seen' }),
  'evidence that nobody has': (gateway) => strictly(gateway, { sha256: HASH }),
  'evidence that cannot be checked': (gateway) => strictly(gateway, { sha256: HASH }),
} as const satisfies Record<string, ResultCall>;

export type ResultCallName = keyof typeof RESULT_CALLS;
