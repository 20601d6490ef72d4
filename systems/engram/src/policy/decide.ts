import type { EngramLang } from '@errata/catalogs/engram';
import { byteLength } from '@errata/core/internal';
import {
  formatSpace,
  isGuest,
  parseSpace,
  privateSpaceOf,
  type Actor,
  type UnknownActorPolicy,
} from './actor.js';
import {
  MAX_CONTENT_BYTES,
  type Governance,
  type MemoryKind,
  type PolicySettings,
  type PolicyUpdate,
} from './governance.js';
import {
  describeRule,
  reject,
  type Allow,
  type Decision,
  type Reject,
  type RuleFacts,
  type RuleThat,
} from './rules.js';

/** Whether a call goes on, and as whom; `create`: register the actor, then go on as a member. */
type ActorDecision =
  | { readonly action: 'allow'; readonly standing: Actor['standing'] }
  | { readonly action: 'create'; readonly standing: 'member' }
  | Reject<'actor_unknown'>;

/** Whether an actor may go on, known or not. */
export function decideActor(
  known: boolean,
  policy: UnknownActorPolicy = 'degrade',
  lang: EngramLang = 'en',
): ActorDecision {
  if (known) return { action: 'allow', standing: 'member' };
  switch (policy) {
    case 'reject':
      return reject('actor_unknown', lang);
    case 'degrade':
      return { action: 'allow', standing: 'guest' };
    case 'auto_create':
      return { action: 'create', standing: 'member' };
  }
}

/** Whether the actor may see, or remove from, this space: a private one is its owner's, a team with members is theirs. */
export function decideRead(
  space: string,
  actor: Actor,
  lang: EngramLang = 'en',
): Allow | Reject<'unknown_space' | 'private_of_another' | 'not_a_member'> {
  const parsed = parseSpace(space);
  if (parsed === undefined) return reject('unknown_space', lang);
  if (parsed.type === 'private' && formatSpace(parsed) !== privateSpaceOf(actor)) {
    return reject('private_of_another', lang);
  }
  if (actor.closedTeams?.has(space) === true) return reject('not_a_member', lang);
  return { action: 'allow', space };
}

/** Whether the actor may delete from this space: a private one is its owner's, a shared one follows who may write to it. */
export function decideDelete(
  space: string,
  actor: Actor,
  { team_write_enabled, policy: { allowlist_users: users } }: Governance,
  lang: EngramLang = 'en',
): Allow | Reject {
  const access = decideRead(space, actor, lang);
  if (access.action === 'reject' || space === privateSpaceOf(actor)) return access;
  if (isGuest(actor)) return reject('actor_unknown', lang);
  if (!team_write_enabled) return reject('delete_disabled', lang);
  if (users.length > 0 && !users.includes(actor.id)) return reject('delete_not_allowed', lang);
  return access;
}

/** A memory that somebody wants to store. */
export interface WriteRequest {
  readonly content: string;
  /** The actor's private space unless given. */
  readonly target_space?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  readonly evidence?: readonly { readonly sha256?: string | undefined }[] | undefined;
  readonly is_bulk?: boolean | undefined;
}

type Broken = readonly [rule: RuleThat<'redirect'>, facts?: RuleFacts];

/** What becomes of a write: what is wrong with it anywhere rejects it, what is wrong in a shared space redirects it. */
export function decideWrite(
  request: WriteRequest,
  actor: Actor,
  settings: Governance,
  lang: EngramLang = 'en',
): Decision {
  const home = privateSpaceOf(actor);
  const own = formatSpace({ type: 'private', name: actor.id });
  const { target_space: target = own } = request;

  // A guest's own name is no claim to the space of that name, and no intrusion either.
  const access = target === own ? undefined : decideRead(target, actor, lang);
  if (access?.action === 'reject') return access;
  const flaw = flawOf(request, settings.policy, lang);
  if (flaw !== undefined) return flaw;
  if (target === home) return { action: 'allow', space: home };

  const broken = isGuest(actor)
    ? (['actor_unknown_degraded'] as const)
    : brokenRule(request, actor, settings);
  if (broken === undefined) return { action: 'allow', space: target };
  const [rule, facts] = broken;
  return { action: 'redirect', space: home, rule, message: describeRule(rule, lang, facts) };
}

/** What no space takes. */
function flawOf(
  { content, evidence = [] }: WriteRequest,
  { evidence_mode }: PolicySettings,
  lang: EngramLang,
): Reject | undefined {
  if (content.trim() === '') return reject('content_empty', lang);
  const bytes = byteLength(content);
  if (bytes > MAX_CONTENT_BYTES) {
    return reject('content_too_large', lang, { given: bytes, allowed: MAX_CONTENT_BYTES });
  }
  if (evidence_mode === 'strict' && evidence.some(({ sha256 }) => sha256 === undefined)) {
    return reject('evidence_hash_missing', lang);
  }
  return undefined;
}

/** The first rule on shared spaces that the write breaks. */
function brokenRule(
  { content, kind, evidence = [], is_bulk = false }: WriteRequest,
  actor: Actor,
  { team_write_enabled, policy }: Governance,
): Broken | undefined {
  const { allowlist_users: users, allowed_kinds: kinds, max_chars, bulk_max_chars } = policy;
  if (!team_write_enabled) return ['team_write_disabled'];
  if (users.length > 0 && !users.includes(actor.id)) return ['actor_not_allowed'];
  if (kinds.length > 0 && (kind === undefined || !kinds.includes(kind))) {
    const allowed = kinds.join(', ');
    return ['kind_not_allowed', { ...(kind !== undefined && { given: kind }), allowed }];
  }
  if (policy.require_evidence && evidence.length === 0) return ['evidence_required'];
  const given = [...content].length;
  if (given > max_chars) return ['content_too_long', { given, allowed: max_chars }];
  if (is_bulk && given > bulk_max_chars) {
    return ['bulk_too_large', { given, allowed: bulk_max_chars }];
  }
  return undefined;
}

/** A change of governance that somebody asks for. */
interface GovernanceUpdate {
  readonly team_write_enabled?: boolean | undefined;
  readonly policy?: PolicyUpdate | undefined;
}

interface GovernanceRights {
  /** Whether the admin key that was given is the right one; left out if none was given. */
  readonly adminKeyOk?: boolean | undefined;
  /** Who may change governance without the key. Unlike the list for writes, an empty one means nobody. */
  readonly allowList: readonly string[];
}

/** Barred from governance: reported as GOVERNANCE_UPDATE_DENIED; a wrong key is reported as a result. */
interface Deny {
  readonly action: 'deny';
  readonly rule: 'governance_denied';
  readonly message: string;
  /** What was to be changed, such as `team_write_enabled, policy.max_chars`. */
  readonly setting: string;
}

type GovernanceDecision = { readonly action: 'allow' } | Reject<'admin_key_rejected'> | Deny;

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
