import type { Actor } from '../actor.js';
import type { WriteRequest } from '../decide.js';
import { DEFAULT_POLICY, type Governance, type PolicySettings } from '../governance.js';

export const KIM: Actor = { id: 'kim', standing: 'member' };

export const HASH = 'a'.repeat(64);

/** A write to a team that the default policy lets pass once team writes are on. */
export const GOOD: WriteRequest = {
  content: 'Run the migrations first',
  target_space: 'team:core',
  kind: 'PROCEDURE',
  evidence: [{ sha256: HASH }],
};

/** Team writes switched on, and the policy changed by this. */
export function open(policy: Partial<PolicySettings> = {}): Governance {
  return { team_write_enabled: true, policy: { ...DEFAULT_POLICY, ...policy } };
}
