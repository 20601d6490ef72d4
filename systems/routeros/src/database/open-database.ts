import { openStore, type Generated, type Store } from '@errata/store';
import { MIGRATIONS } from './migrations.js';

/** The database at a url, with all tables in their newest form. */
export function openDatabase(url: string): Promise<Store<RouterosDatabase>> {
  return openStore<RouterosDatabase>({ url, migrations: MIGRATIONS });
}

/** A truth value as both databases keep it. */
export type Bit = 0 | 1;

export interface DevicesTable {
  id: string;
  name: string;
  management_address: string;
  environment: string;
  /** A JSON array. */
  tags: string;
  allow_advanced_writes: Bit;
  allow_professional_workflows: Bit;
  allow_firewall_writes: Bit;
  allow_routing_writes: Bit;
  routeros_version: string | null;
  max_concurrent: number;
  requests_per_minute: number;
  tls_mode: string;
  tls_fingerprint: string | null;
  tls_ca: string | null;
  created_at: string;
  updated_at: string;
}

interface CredentialsTable {
  device_id: string;
  /** `routeros_rest`. */
  kind: string;
  username: string;
  /** The password as the vault keeps it. */
  sealed: string;
  updated_at: string;
}

/** Devices and plans are named without a foreign key: history outlives them. */
export interface AuditEventsTable {
  id: Generated<number>;
  at: string;
  action: string;
  actor: string;
  outcome: string;
  tier: string | null;
  device_id: string | null;
  plan_id: string | null;
  reason: string | null;
  ref: string | null;
  detail: string | null;
}

export interface PlansTable {
  id: string;
  kind: string;
  status: string;
  description: string;
  /** A JSON object. */
  change: string;
  digest: string;
  created_by: string;
  approved_by: string | null;
  created_at: string;
  approved_at: string | null;
  expires_at: string;
  finished_at: string | null;
  /** The process that applies it, and until when that is believed without another sign of life. */
  executing_by: string | null;
  lease_until: string | null;
  failure: string | null;
}

export interface PlanOutcomesTable {
  plan_id: string;
  device_id: string;
  /** The place of the device in the plan, from 0. */
  position: number;
  state: string;
  /** JSON: what was there, and what is there now. */
  before: string | null;
  after: string | null;
  detail: string | null;
  warning: string | null;
  updated_at: string;
}

/** All tables of this system. Truth values are 0 or 1, times are ISO 8601, JSON is text: the same on both databases. */
export interface RouterosDatabase {
  devices: DevicesTable;
  credentials: CredentialsTable;
  audit_events: AuditEventsTable;
  plans: PlansTable;
  plan_outcomes: PlanOutcomesTable;
}
