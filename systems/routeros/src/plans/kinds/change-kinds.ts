import type { PlanKind } from '../plan.js';
import type { ChangeKind } from './change-kind.js';
import { dnsNtpRollout } from './dns-ntp-rollout.js';
import { firewallRule } from './firewall-rule.js';
import { staticRoute } from './static-route.js';

/** A change of some kind, after the schema of that kind has read it. */
export type PlannedChange = Readonly<Record<string, unknown>>;

const KINDS = {
  'static-route': staticRoute,
  'firewall-rule': firewallRule,
  'dns-ntp-rollout': dnsNtpRollout,
} as const satisfies Record<PlanKind, unknown>;

/** The kind by its name. What its schema has read is the only thing that may be passed to it. */
export function changeKind(kind: PlanKind): ChangeKind<PlannedChange> {
  return KINDS[kind] as unknown as ChangeKind<PlannedChange>;
}
