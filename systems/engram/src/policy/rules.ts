import type { EngramLang } from '@errata/catalogs/engram';
import type { Governance, PolicySettings } from './governance.js';

/** A rule of the policy: what it does to a call that breaks it, and its text. */
export interface PolicyRule {
  readonly action: 'redirect' | 'reject' | 'deny';
  /** What governance changes the rule by. */
  readonly setting?: Exclude<keyof Governance, 'policy'> | keyof PolicySettings;
  readonly en: string;
  readonly zh: string;
}

const rule =
  <A extends PolicyRule['action']>(action: A) =>
  (en: string, zh: string, setting?: PolicyRule['setting']) => ({
    ...{ action, en, zh },
    ...(setting !== undefined && { setting }),
  });

const rejects = rule('reject');
const redirects = rule('redirect');
const denies = rule('deny');

/** Every rule by its name: those on any write first, then those on shared spaces, each in the order they are looked at. */
export const RULES = {
  unknown_space: rejects(
    'Unknown space: use private:<user>, team:<name>, org:<name> or org',
    '空间不存在: 应为 private:<user>、team:<name>、org:<name> 或 org',
  ),
  private_of_another: rejects(
    'The private space belongs to another user',
    '该私有空间属于其他用户',
  ),
  not_a_member: rejects(
    'The team has members, and the actor is not one of them',
    '该团队设有成员，用户不是其成员',
  ),
  content_empty: rejects('The content is empty', '内容为空'),
  content_too_large: rejects(
    'The content has more bytes than a memory can have',
    '内容的字节数超过单条记忆的上限',
  ),
  evidence_hash_missing: rejects(
    'Every piece of evidence needs its sha256',
    '每条证据都必须带有 sha256',
    'evidence_mode',
  ),
  evidence_unknown: rejects(
    'There is evidence that has not been uploaded',
    '有证据尚未上传',
    'evidence_mode',
  ),
  actor_unknown: rejects('The actor is not registered', '用户未登记'),
  actor_unknown_degraded: redirects(
    'The actor is not registered and has only the space that all unknown actors share',
    '用户未登记，只能使用未知用户共用的空间',
  ),
  team_write_disabled: redirects(
    'Writing to team and organisation spaces is switched off',
    '团队和组织空间的写入已关闭',
    'team_write_enabled',
  ),
  actor_not_allowed: redirects(
    'The actor is not among those who may write to team and organisation spaces',
    '用户不在团队和组织空间的写入白名单中',
    'allowlist_users',
  ),
  kind_not_allowed: redirects(
    'Memories of this kind do not belong in team and organisation spaces',
    '团队和组织空间不接受该类型的记忆',
    'allowed_kinds',
  ),
  evidence_required: redirects(
    'A memory in a team or organisation space needs evidence',
    '写入团队或组织空间必须附带证据',
    'require_evidence',
  ),
  content_too_long: redirects(
    'The content has more characters than a team or organisation space takes',
    '内容的字符数超过团队或组织空间的上限',
    'max_chars',
  ),
  bulk_too_large: redirects(
    'The content has more characters than a team or organisation space takes in bulk',
    '批量写入的内容字符数超过团队或组织空间的上限',
    'bulk_max_chars',
  ),
  delete_disabled: rejects(
    'Deleting from team and organisation spaces is switched off, as writing is',
    '团队和组织空间的写入已关闭，不能从中删除',
    'team_write_enabled',
  ),
  delete_not_allowed: rejects(
    'The actor is not among those who may write to team and organisation spaces, or delete from them',
    '用户不在团队和组织空间的写入白名单中，不能从中删除',
    'allowlist_users',
  ),
  admin_key_rejected: rejects('The admin key is not valid', '管理员密钥无效'),
  governance_denied: denies('The actor may not change governance settings', '用户无权修改治理设置'),
} as const satisfies Record<string, PolicyRule>;

export type RuleName = keyof typeof RULES;

/** The names of the rules that do this to a call. */
export type RuleThat<A extends PolicyRule['action']> = {
  [K in RuleName]: (typeof RULES)[K]['action'] extends A ? K : never;
}[RuleName];

/** Whether the same call may pass later: where governance can change the rule. */
export function isRetryable(rule: RuleName): boolean {
  return 'setting' in RULES[rule];
}

/** What a broken rule was measured by: nothing that the caller wrote freely. */
export interface RuleFacts {
  readonly given?: string | number;
  readonly allowed: string | number;
}

const FACTS: Record<EngramLang, (facts: RuleFacts) => string> = {
  en: ({ given, allowed }) =>
    ` (${given === undefined ? '' : `given ${given}, `}allowed ${allowed})`,
  zh: ({ given, allowed }) => `（${given === undefined ? '' : `实为 ${given}，`}允许 ${allowed}）`,
};

/** The sentence of a rule, with the facts of the case where there are some. */
export function describeRule(rule: RuleName, lang: EngramLang, facts?: RuleFacts): string {
  return RULES[rule][lang] + (facts === undefined ? '' : FACTS[lang](facts));
}

export interface Allow {
  readonly action: 'allow';
  /** Where the memory goes, or is. */
  readonly space: string;
}

/** Allowed, but into a space of the actor's own. */
export interface Redirect {
  readonly action: 'redirect';
  readonly space: string;
  readonly rule: RuleThat<'redirect'>;
  readonly message: string;
}

export interface Reject<R extends RuleThat<'reject'> = RuleThat<'reject'>> {
  readonly action: 'reject';
  readonly rule: R;
  readonly message: string;
  /** Whether the same call may pass later: where governance can change the rule. */
  readonly retryable: boolean;
}

/** What becomes of a write. */
export type Decision = Allow | Redirect | Reject;

export function reject<R extends RuleThat<'reject'>>(
  rule: R,
  lang: EngramLang,
  facts?: RuleFacts,
): Reject<R> {
  const message = describeRule(rule, lang, facts);
  return { action: 'reject', rule, message, retryable: isRetryable(rule) };
}
