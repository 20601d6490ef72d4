import {
  createMigrations,
  openStore,
  type Store,
  type TablesOf,
  type TableSteps,
} from '@errata/store';
import type { CapabilityFlag, Device } from '../registry/device.js';

/** The database at a url, with all tables in their newest form. */
export function openDatabase(url: string): Promise<Store<RouterosDatabase>> {
  return openStore<RouterosDatabase>({ url, migrations: MIGRATIONS });
}

/**
 * The tables, by the migration that creates them or adds columns. What was released is never changed, only added to. Truth values are 0
 * or 1, times are ISO 8601, JSON is text: the same on both databases.
 */
const CREATED = {
  '0001_registry': {
    /** `tags` is a JSON array. */
    devices: {
      id: 'key',
      name: 'unique',
      management_address: 'text',
      environment: 'text',
      tags: 'text',
      allow_advanced_writes: 'integer',
      allow_professional_workflows: 'integer',
      allow_firewall_writes: 'integer',
      allow_routing_writes: 'integer',
      routeros_version: 'text?',
      max_concurrent: 'integer',
      requests_per_minute: 'integer',
      tls_mode: 'text',
      tls_fingerprint: 'text?',
      tls_ca: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    /** `kind` is `routeros_rest`, `sealed` the password as the vault keeps it. */
    credentials: {
      device_id: 'key devices.id',
      kind: 'text',
      username: 'text',
      sealed: 'text',
      updated_at: 'text',
    },
  },
  '0002_audit': {
    /** Devices and plans are named without a foreign key: history outlives them. */
    audit_events: {
      ...{ id: 'serial', at: 'text', action: 'text', actor: 'text', outcome: 'text' },
      ...{ tier: 'text?', device_id: 'text?', plan_id: 'text?' },
      ...{ reason: 'text?', ref: 'text?', detail: 'text?' },
    },
  },
  '0003_plans': {
    plans: {
      id: 'key',
      kind: 'text',
      status: 'text',
      description: 'text',
      /** A JSON object. */
      change: 'text',
      digest: 'text',
      created_by: 'text',
      approved_by: 'text?',
      created_at: 'text',
      approved_at: 'text?',
      expires_at: 'text',
      finished_at: 'text?',
      /** The process that applies it, and until when that is believed without another sign of life. */
      executing_by: 'text?',
      lease_until: 'text?',
      failure: 'text?',
    },
    plan_outcomes: {
      plan_id: 'key plans.id',
      device_id: 'key',
      /** The place of the device in the plan, from 0. */
      position: 'integer',
      state: 'text',
      /** JSON: what was there, and what is there now. */
      before: 'text?',
      after: 'text?',
      detail: 'text?',
      updated_at: 'text',
    },
  },
  '0004_plan_warnings': {
    /** Why a change may have no effect on a device, for the person who approves the plan. */
    plan_outcomes: { warning: 'text?' },
  },
} as const satisfies TableSteps;

const MIGRATIONS = createMigrations(CREATED, {
  '0003_plans': [['plans_by_status', 'plans', ['status', 'created_at']]],
});

type Tables = TablesOf<typeof CREATED>;

/** A truth value as both databases keep it. */
export type Bit = 0 | 1;

export interface DevicesTable
  extends Omit<Device, 'tags' | CapabilityFlag>, Record<CapabilityFlag, Bit> {
  tags: string;
}

export type AuditEventsTable = Tables['audit_events'];
export type PlansTable = Tables['plans'];
export type PlanOutcomesTable = Tables['plan_outcomes'];

export interface RouterosDatabase extends Omit<Tables, 'devices'> {
  devices: DevicesTable;
}
