import type { EngramLang } from '@errata/catalogs/engram';
import { isGuest, type Actor } from './actor.js';
import { reject, type Reject } from './decision.js';
import { describeRule } from './rules.js';
import type { PolicyUpdate } from './settings.js';

/** A change of governance that somebody asks for. */
export interface GovernanceUpdate {
  readonly team_write_enabled?: boolean | undefined;
  readonly policy?: PolicyUpdate | undefined;
}

export interface GovernanceRights {
  /** Whether the admin key that was given is the right one; left out where none was given. */
  readonly adminKeyOk?: boolean | undefined;
  /** Who may change governance without the key. Unlike the list for writes, an empty one means nobody. */
  readonly allowList: readonly string[];
}

/** Barred from governance: told as GOVERNANCE_UPDATE_DENIED, while a wrong key is told as a result. */
export interface Deny {
  readonly action: 'deny';
  readonly rule: 'governance_denied';
  readonly message: string;
  /** What was to be changed, such as `team_write_enabled, policy.max_chars`. */
  readonly setting: string;
}

export type GovernanceDecision = { readonly action: 'allow' } | Reject<'admin_key_rejected'> | Deny;

/** Whether governance may be changed: with the admin key by anybody, without it by those on the list. */
export function decideGovernance(
  update: GovernanceUpdate,
  actor: Actor,
  { adminKeyOk, allowList }: GovernanceRights,
  lang: EngramLang = 'en',
): GovernanceDecision {
  if (adminKeyOk === false) return reject('admin_key_rejected', lang);
  if (adminKeyOk === true || (!isGuest(actor) && allowList.includes(actor.id))) {
    return { action: 'allow' };
  }
  const rule = 'governance_denied';
  const setting = settingsOf(update).join(', ');
  return { action: 'deny', rule, message: describeRule(rule, lang), setting };
}

function settingsOf({ team_write_enabled, policy = {} }: GovernanceUpdate): string[] {
  return [
    ...(team_write_enabled === undefined ? [] : ['team_write_enabled']),
    ...Object.keys(policy).map((name) => `policy.${name}`),
  ];
}
