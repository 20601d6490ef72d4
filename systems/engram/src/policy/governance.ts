import { engram } from '@errata/catalogs/engram';
import { z } from 'zod';
import { NAME } from './actor.js';

/** What a memory can be. */
export const KINDS = ['FACT', 'PROCEDURE', 'PITFALL', 'DECISION', 'REVIEW_GUIDE'] as const;

export type MemoryKind = (typeof KINDS)[number];

/** A memory has at most this many bytes of content, whatever the policy says. */
export const MAX_CONTENT_BYTES = 100_000;

// `int` last: of a number that is far too large, the limit is reported first.
const chars = z.number().min(1).max(MAX_CONTENT_BYTES).int();

const policy = z.strictObject({
  allowlist_users: z
    .array(z.string().regex(NAME))
    .max(1_000)
    .describe('Who may write to team and organisation spaces; an empty list: everybody'),
  allowed_kinds: z
    .array(z.enum(KINDS))
    .max(KINDS.length)
    .describe('What may be written to them; an empty list: everything'),
  require_evidence: z.boolean().describe('Whether a memory in them needs evidence'),
  evidence_mode: z.enum(['compat', 'strict']).describe('strict: evidence needs its sha256'),
  max_chars: chars.describe('Characters of one memory in them'),
  bulk_max_chars: chars.describe('Characters of one memory in them that is part of a bulk write'),
});

/** The part of governance that is stored as `policy_json`. */
export type PolicySettings = Readonly<z.output<typeof policy>>;

/** What is in force until governance says otherwise. */
export const DEFAULT_POLICY: PolicySettings = {
  allowlist_users: [],
  allowed_kinds: ['PROCEDURE', 'REVIEW_GUIDE', 'PITFALL', 'DECISION'],
  require_evidence: true,
  evidence_mode: 'compat',
  max_chars: 1_200,
  bulk_max_chars: 200,
};

/** A change of the policy: what is not given stays as it is. */
export const policyUpdate = policy.partial();

/** A whole policy as it is stored; what an older row does not have is the default. */
export const policySettings = policyUpdate.transform((given): PolicySettings =>
  mergePolicy(DEFAULT_POLICY, given),
);

export type PolicyUpdate = z.output<typeof policyUpdate>;

/** What administrators decide: the switch for shared spaces, and the policy on what goes into them. */
export interface Governance {
  readonly team_write_enabled: boolean;
  readonly policy: PolicySettings;
}

export const DEFAULT_GOVERNANCE: Governance = { team_write_enabled: false, policy: DEFAULT_POLICY };

/** The policy after a change. */
export function mergePolicy(policy: PolicySettings, update: PolicyUpdate): PolicySettings {
  const given = Object.entries(update).filter(([, value]) => value !== undefined);
  return { ...policy, ...Object.fromEntries(given) };
}

/** The policy of a stored row. Throws INTERNAL_ERROR where the row is none: what is allowed is not guessed. */
export function parsePolicy(json: string): PolicySettings {
  let cause: unknown;
  try {
    const parsed = policySettings.safeParse(JSON.parse(json));
    if (parsed.success) return parsed.data;
    cause = parsed.error;
  } catch (thrown) {
    cause = thrown;
  }
  throw engram.INTERNAL_ERROR(
    {},
    { cause, effect: 'none', debug: 'The stored policy_json is no valid policy' },
  );
}
