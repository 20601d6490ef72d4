import type { EngramLang } from '@errata/catalogs/engram';
import { byteLength } from '@errata/core/fault';
import { isGuest, privateSpaceOf, type Actor } from './actor.js';
import { decideRead } from './decide-read.js';
import { reject, type Decision, type Reject } from './decision.js';
import type { Kind } from './kinds.js';
import { describeRule, type RuleFacts, type RuleThat } from './rules.js';
import { MAX_CONTENT_BYTES, type Governance, type PolicySettings } from './settings.js';
import { formatSpace } from './space.js';

/** A memory that somebody wants to store. */
export interface WriteRequest {
  readonly content: string;
  /** The actor's private space unless given. */
  readonly target_space?: string | undefined;
  readonly kind?: Kind | undefined;
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
