import { TOOL_TIERS, type ToolTier } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { inReach, mayCall } from './permissions.js';
import { ROLES, SINGLE_USER, type Role } from './user.js';

const TABLE: Record<Role, Record<ToolTier, boolean>> = {
  read_only: { fundamental: true, advanced: false, professional: false },
  ops_rw: { fundamental: true, advanced: true, professional: false },
  admin: { fundamental: true, advanced: true, professional: true },
  approver: { fundamental: false, advanced: false, professional: false },
};

const CASES = ROLES.flatMap((role) => TOOL_TIERS.map((tier) => ({ role, tier })));

describe('who may call what', () => {
  it.each(CASES)('$role and tools of the tier $tier', ({ role, tier }) => {
    expect(mayCall({ role }, { tier })).toBe(TABLE[role][tier]);
  });

  it.each(CASES)('$role and a tool of the tier $tier that names its roles', ({ role, tier }) => {
    expect(mayCall({ role }, { tier, roles: [role] })).toBe(true);
    const others = ROLES.filter((other) => other !== role);
    expect(mayCall({ role }, { tier, roles: others })).toBe(false);
    expect(mayCall({ role }, { tier, roles: [] })).toBe(false);
  });

  it('lets the single user call everything', () => {
    for (const tier of TOOL_TIERS) expect(mayCall(SINGLE_USER, { tier })).toBe(true);
  });
});

describe('which devices are in reach', () => {
  it.each([
    ['all' as const, 'dev-1', true],
    [['dev-1', 'dev-2'], 'dev-2', true],
    [['dev-1', 'dev-2'], 'dev-3', false],
    [['dev-10'], 'dev-1', false],
    [['all'], 'dev-1', false],
    [[], 'dev-1', false],
  ])('of %j the device %s: %s', (devices, id, reached) => {
    expect(inReach({ devices }, id)).toBe(reached);
  });
});
