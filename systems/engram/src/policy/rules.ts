import type { EngramLang } from '@errata/catalogs/engram';
import type { Governance, PolicySettings } from './settings.js';

/** A rule of the policy: what it does to a call that breaks it, and how that is told. */
export interface Rule {
  readonly action: 'redirect' | 'reject' | 'deny';
  /** Whether the same call may pass later, because governance can change the rule. */
  readonly retryable: boolean;
  /** What governance changes the rule by. */
  readonly setting?: Exclude<keyof Governance, 'policy'> | keyof PolicySettings;
  readonly en: string;
  readonly zh: string;
}

/** Every rule by its name: those on any write first, then those on shared spaces, each in the order they are looked at. */
export const RULES = {
  unknown_space: {
    action: 'reject',
    retryable: false,
    en: 'There is no such space: it is private:<user>, team:<name>, org:<name> or org',
    zh: '空间不存在: 应为 private:<user>、team:<name>、org:<name> 或 org',
  },
  private_of_another: {
    action: 'reject',
    retryable: false,
    en: 'The private space belongs to somebody else',
    zh: '该私有空间属于其他用户',
  },
  content_empty: {
    action: 'reject',
    retryable: false,
    en: 'The content is empty',
    zh: '内容为空',
  },
  content_too_large: {
    action: 'reject',
    retryable: false,
    en: 'The content has more bytes than a memory can have',
    zh: '内容的字节数超过单条记忆的上限',
  },
  evidence_hash_missing: {
    action: 'reject',
    retryable: true,
    setting: 'evidence_mode',
    en: 'Every piece of evidence needs its sha256',
    zh: '每条证据都必须带有 sha256',
  },
  evidence_unknown: {
    action: 'reject',
    retryable: true,
    setting: 'evidence_mode',
    en: 'There is evidence that has not been uploaded',
    zh: '有证据尚未上传',
  },
  actor_unknown: {
    action: 'reject',
    retryable: false,
    en: 'The actor is not registered',
    zh: '用户未登记',
  },
  actor_unknown_degraded: {
    action: 'redirect',
    retryable: false,
    en: 'The actor is not registered and has only the space that all unknown actors share',
    zh: '用户未登记，只能使用未知用户共用的空间',
  },
  team_write_disabled: {
    action: 'redirect',
    retryable: true,
    setting: 'team_write_enabled',
    en: 'Writing to team and organisation spaces is switched off',
    zh: '团队和组织空间的写入已关闭',
  },
  actor_not_allowed: {
    action: 'redirect',
    retryable: true,
    setting: 'allowlist_users',
    en: 'The actor is not among those who may write to team and organisation spaces',
    zh: '用户不在团队和组织空间的写入白名单中',
  },
  kind_not_allowed: {
    action: 'redirect',
    retryable: true,
    setting: 'allowed_kinds',
    en: 'Memories of this kind do not belong in team and organisation spaces',
    zh: '团队和组织空间不接受该类型的记忆',
  },
  evidence_required: {
    action: 'redirect',
    retryable: true,
    setting: 'require_evidence',
    en: 'A memory in a team or organisation space needs evidence',
    zh: '写入团队或组织空间必须附带证据',
  },
  content_too_long: {
    action: 'redirect',
    retryable: true,
    setting: 'max_chars',
    en: 'The content has more characters than a team or organisation space takes',
    zh: '内容的字符数超过团队或组织空间的上限',
  },
  bulk_too_large: {
    action: 'redirect',
    retryable: true,
    setting: 'bulk_max_chars',
    en: 'The content has more characters than a team or organisation space takes in bulk',
    zh: '批量写入的内容字符数超过团队或组织空间的上限',
  },
  delete_disabled: {
    action: 'reject',
    retryable: true,
    setting: 'team_write_enabled',
    en: 'Deleting from team and organisation spaces is switched off, as writing is',
    zh: '团队和组织空间的写入已关闭，不能从中删除',
  },
  delete_not_allowed: {
    action: 'reject',
    retryable: true,
    setting: 'allowlist_users',
    en: 'The actor is not among those who may write to team and organisation spaces, or delete from them',
    zh: '用户不在团队和组织空间的写入白名单中，不能从中删除',
  },
  admin_key_rejected: {
    action: 'reject',
    retryable: false,
    en: 'The admin key is not valid',
    zh: '管理员密钥无效',
  },
  governance_denied: {
    action: 'deny',
    retryable: false,
    en: 'The actor may not change governance settings',
    zh: '用户无权修改治理设置',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** The names of the rules that do this to a call. */
export type RuleThat<A extends Rule['action']> = {
  [K in RuleName]: (typeof RULES)[K]['action'] extends A ? K : never;
}[RuleName];

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
