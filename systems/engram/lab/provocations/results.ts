import { RESULT_FORMS, RESULT_SCENARIOS, ToolResultErrorCode } from '@errata/catalogs/engram';
import { assertWorked, type ResultForm } from '@errata/prove';
import { onMain, onSpare } from './failure.js';
import type { Gateway } from './gateway.js';
import { during, stopped } from './damage.js';
import type { EngramWorld } from './world.js';

type Form = ResultForm<EngramWorld>;

/** How a row is shown, and what its result has beside its form. */
interface Shown extends Pick<Form, 'cause' | 'firstLine' | 'show'> {
  readonly members?: Form['expect']['members'];
}

/** Of evidence that was never uploaded. */
const UNKNOWN_HASH = 'e'.repeat(64);

/** What a memory with this evidence is answered while governance is strict about evidence. */
const whileStrict =
  (evidence: object) =>
  async ({ alice }: Gateway) => {
    const setMode = async (evidence_mode: string) => {
      const answer = await alice.callTool('governance_update', { policy: { evidence_mode } });
      assertWorked(answer, 'changing governance');
    };
    await setMode('strict');
    try {
      return await alice.callTool('memory_store', { content: 'x', evidence: [evidence] });
    } finally {
      await setMode('compat');
    }
  };

/** What a tool answers while OpenMemory is switched off. */
const whileStopped = (tool: string, args: object) =>
  onMain(({ alice, openMemory }) => during(stopped, openMemory, () => alice.callTool(tool, args)));

const calling = (tool: string, args?: object) => onMain(({ alice }) => alice.callTool(tool, args));

const BY_ROW: Readonly<Record<string, Shown>> = {
  'memory_store 成功': {
    cause: 'A memory goes to the private space of its sender',
    members: { memory_id: String, space: 'private:alice' },
    firstLine: /^已存入 /,
    show: calling('memory_store', { content: 'a fact to be found' }),
  },
  'memory_store 策略拒绝': {
    cause: 'The evidence was never uploaded, as long as governance asks for that',
    members: {
      error_code: ToolResultErrorCode.POLICY_REJECTED,
      ...{ rule: 'evidence_unknown', retryable: true, message: String },
    },
    firstLine: /^POLICY_REJECTED: /,
    show: onMain(whileStrict({ sha256: UNKNOWN_HASH })),
  },
  'memory_store 重定向到 outbox': {
    cause: 'OpenMemory is switched off, and the memory waits in the outbox',
    members: { outbox_id: Number, space: 'private:alice', message: String },
    firstLine: /^REDIRECTED: /,
    show: whileStopped('memory_store', { content: 'a fact that waits' }),
  },
  'memory_query 查询成功': {
    cause: 'OpenMemory is searched',
    firstLine: /^找到 \d+ 条记忆/,
    show: calling('memory_query', { query: 'fact' }),
  },
  'memory_query 降级（OpenMemory 不可用）': {
    cause: 'OpenMemory is switched off, and the logbook is searched in its place',
    members: { message: String },
    firstLine: /^DEGRADED: /,
    show: whileStopped('memory_query', { query: 'fact' }),
  },
  'reliability_report 获取成功': {
    cause: 'A user asks for the report',
    show: calling('reliability_report'),
  },
  'governance_update 鉴权失败': {
    cause: 'The admin key is wrong',
    members: { error_code: ToolResultErrorCode.ADMIN_KEY_REJECTED, message: String },
    firstLine: /^ADMIN_KEY_REJECTED: /,
    show: calling('governance_update', { team_write_enabled: true, admin_key: 'a-guess' }),
  },
  'evidence_upload 成功': {
    cause: 'A text is uploaded',
    members: { sha256: String, size: 8, mime: 'text/plain' },
    show: calling('evidence_upload', { content: 'evidence', mime: 'text/plain' }),
  },
};

function toForm(name: string, form: { readonly ok: boolean }, { members, ...shown }: Shown): Form {
  return { name, ...shown, expect: { isError: !form.ok, members: { ...form, ...members } } };
}

/** The rows of §1.2, all of them. */
export const SEED_RESULTS: readonly Form[] = RESULT_SCENARIOS.map(({ scenario, form }) => {
  const row = BY_ROW[scenario];
  if (row === undefined) throw new Error(`nothing shows ${scenario}`);
  return toForm(scenario, RESULT_FORMS[form], row);
});

/** What the gateway answers beside the rows of the seed. */
export const FURTHER_RESULTS: readonly Form[] = [
  toForm('memory_store another space', RESULT_FORMS.ok, {
    cause: 'Writing to team spaces is switched off, and the memory is kept in the private one',
    members: {
      ...{ memory_id: String, space: 'private:alice', requested_space: 'team:search' },
      ...{ rule: 'team_write_disabled', message: String },
    },
    firstLine: /^REDIRECTED: /,
    show: calling('memory_store', {
      ...{ content: 'for all of us', target_space: 'team:search', kind: 'PROCEDURE' },
    }),
  }),
  toForm('memory_store reject for good', RESULT_FORMS.reject, {
    cause: 'The space is of an unknown kind',
    members: {
      error_code: ToolResultErrorCode.POLICY_REJECTED,
      ...{ rule: 'unknown_space', retryable: false, message: String },
    },
    firstLine: /^POLICY_REJECTED: /,
    show: calling('memory_store', { content: 'x', target_space: 'weird:x' }),
  }),
  toForm(`memory_store ${ToolResultErrorCode.MISSING_REQUIRED_PARAM}`, RESULT_FORMS.reject, {
    cause: 'The evidence has no hash, as long as governance asks for one',
    members: {
      error_code: ToolResultErrorCode.MISSING_REQUIRED_PARAM,
      ...{ rule: 'evidence_hash_missing', retryable: true, message: String },
    },
    firstLine: /^MISSING_REQUIRED_PARAM: /,
    show: onMain(whileStrict({ uri: 'https://example.org/' })),
  }),
  toForm(
    `memory_store ${ToolResultErrorCode.DEPENDENCY_MISSING}`,
    { ok: false },
    {
      cause: 'The evidence is to be checked, and the evidence module is switched off',
      members: {
        error_code: ToolResultErrorCode.DEPENDENCY_MISSING,
        ...{ retryable: false, message: String },
      },
      firstLine: /^DEPENDENCY_MISSING: /,
      show: onSpare(whileStrict({ sha256: UNKNOWN_HASH })),
    },
  ),
];
