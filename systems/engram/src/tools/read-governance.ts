import { engram } from '@errata/catalogs/engram';
import type { LogbookParts } from '../logbook/index.js';
import { DEFAULT_GOVERNANCE, parsePolicy, type Governance } from '../policy/index.js';

/** What administrators have decided. A row that is broken is an INTERNAL_ERROR: nobody may guess what is allowed. */
export async function readGovernance({
  settings,
}: Pick<LogbookParts, 'settings'>): Promise<Governance> {
  const [enabled, policy] = await Promise.all([
    settings.get('team_write_enabled'),
    settings.read('policy_json'),
  ]);
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    const debug = 'The stored team_write_enabled is neither true nor false';
    throw engram.INTERNAL_ERROR({}, { effect: 'none', debug });
  }
  return {
    team_write_enabled: enabled ?? DEFAULT_GOVERNANCE.team_write_enabled,
    policy: policy === undefined ? DEFAULT_GOVERNANCE.policy : parsePolicy(policy.value),
  };
}
