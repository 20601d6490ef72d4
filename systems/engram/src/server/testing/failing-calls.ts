import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@errata/store';
import type { Answer } from '@errata/prove';
import { resultOf } from './answers.js';
import { TOKENS, type GatewayOptions, type StartedGateway } from './start-gateway.js';

/** A call over the wire that fails for a real cause. */
export interface FailingCall {
  readonly options?: GatewayOptions;
  provoke(gateway: StartedGateway): Promise<Answer>;
}

const send =
  (text: string): FailingCall['provoke'] =>
  async (gateway) =>
    (await gateway.connect()).send(text);

const call =
  (tool: string, args: object, token?: string): FailingCall['provoke'] =>
  async (gateway) =>
    (await gateway.connect(token)).callTool(tool, args);

const after =
  (spoil: (gateway: StartedGateway) => unknown, provoke: FailingCall['provoke']) =>
  async (gateway: StartedGateway) => {
    await spoil(gateway);
    return provoke(gateway);
  };

const get = call('memory_get', { memory_id: 'mem-1' });

/** By what happens. Each needs a gateway of its own. */
export const FAILING_CALLS = {
  'half a JSON text': { provoke: send('{"jsonrpc":') },
  'no jsonrpc': { provoke: send('{"id":7,"method":"tools/list"}') },
  'no method': { provoke: send('{"jsonrpc":"2.0","id":7}') },
  'a method that there is not': {
    provoke: async (gateway) => (await gateway.connect()).request('tool/list'),
  },
  'a call without a name': {
    provoke: async (gateway) => (await gateway.connect()).request('tools/call', { arguments: {} }),
  },
  'a missing argument': { provoke: call('memory_query', {}) },
  'an argument of another type': { provoke: call('memory_query', { query: 'x', top_k: 'ten' }) },
  'an argument out of range': { provoke: call('memory_query', { query: 'x', top_k: -1 }) },
  'the actor of another token': { provoke: call('memory_get', { memory_id: 'x', actor: 'bob' }) },
  'a tool that there is not': { provoke: call('nonexistent_tool', {}) },
  'a module that is off': {
    options: { without: ['evidence'] },
    provoke: call('evidence_upload', { content: 'x', mime: 'text/plain' }),
  },
  'a broken policy': {
    provoke: after(
      ({ db }) =>
        db
          .insertInto('settings')
          .values({ key: 'policy_json', value: '{', updated_at: '', updated_by: '' })
          .execute(),
      call('memory_store', { content: 'x' }),
    ),
  },
  'a number in a row that nobody can read': {
    provoke: after(
      async ({ db, openMemory }) => {
        await sql`insert into knowledge_candidates
            (space, actor, content, content_hash, created_at, outbox_id)
          values ('org', 'x', 'odd', '', '', 9007199254740993)`.execute(db);
        await openMemory.stop();
      },
      call('memory_query', { query: 'odd', spaces: ['org'] }),
    ),
  },
  'OpenMemory stopped': { provoke: after(({ openMemory }) => openMemory.stop(), get) },
  'OpenMemory too slow': {
    options: { openMemoryTimeout: 100 },
    provoke: after(({ openMemory }) => openMemory.setDelay(60_000), get),
  },
  'OpenMemory talking nonsense': {
    provoke: after(({ openMemory }) => openMemory.answerNonsense('text'), get),
  },
  'OpenMemory out of order': {
    provoke: after(({ openMemory }) => openMemory.failWith(503), get),
  },
  'OpenMemory with another key': {
    provoke: after(({ openMemory }) => openMemory.setApiKey('another-key'), get),
  },
  'a memory that OpenMemory finds too large': {
    options: { maxContentBytes: 10 },
    provoke: call('memory_store', { content: 'eleven byte' }),
  },
  'a locked Logbook': {
    async provoke({ db, connect }) {
      const ann = await connect();
      return db.transaction().execute(() => ann.callTool('memory_store', { content: 'x' }));
    },
  },
  'a table of the Logbook gone': {
    provoke: after(
      ({ db }) => db.schema.dropTable('write_audit').execute(),
      call('memory_store', { content: 'x' }),
    ),
  },
  'the folder of evidence gone': {
    provoke: after(
      ({ evidenceFolder }) => rmSync(evidenceFolder, { recursive: true }),
      call('evidence_upload', { content: 'x', mime: 'text/plain' }),
    ),
  },
  'the private space of another': {
    provoke: call('memory_query', { query: 'x', spaces: ['private:bob'] }),
  },
  'a wrong token': {
    provoke: async (gateway) => {
      const ann = await gateway.connect();
      return ann.request('tools/list', {}, { authorization: 'Bearer not-a-token-of-anybody' });
    },
  },
  'an actor whom nobody knows': {
    options: { unknownActor: 'reject' },
    provoke: call('memory_query', { query: 'x', actor: 'eve' }, TOKENS.everybody),
  },
  'a call that names nobody': {
    provoke: call('memory_query', { query: 'x' }, TOKENS.everybody),
  },
  'a deletion from a shared space that was closed': {
    async provoke({ connect }) {
      const [root, ann] = [await connect(TOKENS.root), await connect()];
      const policy = { allowed_kinds: [], require_evidence: false };
      await root.callTool('governance_update', { team_write_enabled: true, policy });
      const stored = await ann.callTool('memory_store', { content: 'x', target_space: 'org' });
      await root.callTool('governance_update', { team_write_enabled: false });
      const { memory_id } = resultOf(stored).structuredContent;
      return ann.callTool('memory_delete', { memory_id });
    },
  },
  'evidence that somebody changed': {
    async provoke({ connect, evidenceFolder }) {
      const ann = await connect();
      const uploaded = await ann.callTool('evidence_upload', { content: 'x', mime: 'text/plain' });
      const sha256 = resultOf(uploaded).structuredContent['sha256'] as string;
      writeFileSync(join(evidenceFolder, sha256), 'y');
      return ann.callTool('evidence_read', { sha256 });
    },
  },
  'governance without a right to it': {
    provoke: call('governance_update', { team_write_enabled: true }),
  },
} as const satisfies Record<string, FailingCall>;

export type FailingCallName = keyof typeof FAILING_CALLS;
