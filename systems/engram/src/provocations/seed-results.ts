import { RESULT_FORMS, RESULT_SCENARIOS, ToolResultErrorCode } from '@errata/catalogs/engram';
import type { ResultForm } from '@errata/prove';
import { during, stopped } from './lab/illness.js';
import { UNKNOWN_HASH, whileStrict } from './while-strict.js';
import type { EngramWorld } from './world.js';

type Form = ResultForm<EngramWorld>;

/** How a row is shown, and what its result has beside its form. */
interface Shown extends Pick<Form, 'cause' | 'firstLine' | 'show'> {
  readonly members?: Form['expect']['members'];
}

const BY_ROW: Readonly<Record<string, Shown>> = {
  'memory_store 成功': {
    cause: 'A memory goes to the private space of its sender',
    members: { memory_id: String, space: 'private:alice' },
    firstLine: /^已存入 /,
    async show(world) {
      const { alice } = await world.main();
      return alice.callTool('memory_store', { content: 'a fact to be found' });
    },
  },
  'memory_store 策略拒绝': {
    cause: 'The evidence was never uploaded, as long as governance asks for that',
    members: {
      error_code: ToolResultErrorCode.POLICY_REJECTED,
      ...{ rule: 'evidence_unknown', retryable: true, message: String },
    },
    firstLine: /^POLICY_REJECTED: /,
    show: async (world) => whileStrict(await world.main(), { sha256: UNKNOWN_HASH }),
  },
  'memory_store 重定向到 outbox': {
    cause: 'OpenMemory is switched off, and the memory waits in the outbox',
    members: { outbox_id: Number, space: 'private:alice', message: String },
    firstLine: /^REDIRECTED: /,
    async show(world) {
      const { alice, openMemory } = await world.main();
      const content = 'a fact that waits';
      return during(stopped(openMemory), () => alice.callTool('memory_store', { content }));
    },
  },
  'memory_query 查询成功': {
    cause: 'OpenMemory is searched',
    firstLine: /^找到 \d+ 条记忆/,
    async show(world) {
      const { alice } = await world.main();
      return alice.callTool('memory_query', { query: 'fact' });
    },
  },
  'memory_query 降级（OpenMemory 不可用）': {
    cause: 'OpenMemory is switched off, and the logbook is searched in its place',
    members: { message: String },
    firstLine: /^DEGRADED: /,
    async show(world) {
      const { alice, openMemory } = await world.main();
      return during(stopped(openMemory), () => alice.callTool('memory_query', { query: 'fact' }));
    },
  },
  'reliability_report 获取成功': {
    cause: 'Somebody asks how the gateway is doing',
    show: async (world) => (await world.main()).alice.callTool('reliability_report'),
  },
  'governance_update 鉴权失败': {
    cause: 'The admin key is wrong',
    members: { error_code: ToolResultErrorCode.ADMIN_KEY_REJECTED, message: String },
    firstLine: /^ADMIN_KEY_REJECTED: /,
    async show(world) {
      const { alice } = await world.main();
      const args = { team_write_enabled: true, admin_key: 'a-guess' };
      return alice.callTool('governance_update', args);
    },
  },
  'evidence_upload 成功': {
    cause: 'A text is uploaded',
    members: { sha256: String, size: 8, mime: 'text/plain' },
    async show(world) {
      const { alice } = await world.main();
      return alice.callTool('evidence_upload', { content: 'evidence', mime: 'text/plain' });
    },
  },
};

/** The rows of §1.2, all of them. */
export const SEED_RESULTS: readonly Form[] = RESULT_SCENARIOS.map(({ scenario: name, form }) => {
  const row = BY_ROW[name];
  if (row === undefined) throw new Error(`nothing shows ${name}`);
  const { members, ...shown } = row;
  const expect = {
    isError: !RESULT_FORMS[form].ok,
    members: { ...RESULT_FORMS[form], ...members },
  };
  return { name, ...shown, expect };
});
