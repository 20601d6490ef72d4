import { openStore, type Generated, type Migration, type Store } from '@errata/store';
import type { CapabilityFlag, Device } from '../registry/device.js';

/** The database at a url, with all tables in their newest form. */
export function openDatabase(url: string): Promise<Store<RouterosDatabase>> {
  return openStore<RouterosDatabase>({ url, migrations: MIGRATIONS });
}

/** A truth value as both databases keep it. */
export type Bit = 0 | 1;

export interface DevicesTable
  extends Omit<Device, 'tags' | CapabilityFlag>, Record<CapabilityFlag, Bit> {
  /** A JSON array. */
  tags: string;
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

type Schema = Parameters<Migration['up']>[0]['schema'];
type NewTable = ReturnType<Schema['createTable']>;

/** Adds columns by their names. A column may be null if its type ends with a question mark. */
function addColumns(
  table: NewTable,
  columns: Readonly<Record<string, 'text' | 'text?' | 'integer'>>,
): NewTable {
  return Object.entries(columns).reduce<NewTable>(
    (made, [name, type]) =>
      type === 'text?'
        ? made.addColumn(name, 'text')
        : made.addColumn(name, type, (column) => column.notNull()),
    table,
  );
}

/** A table whose rows have an id of their own. */
const createWithId = (schema: Schema, name: string): NewTable =>
  schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey().notNull());

/** How the tables came to be, in order of the names. What was released is never changed, only added to. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  /** The devices, and how to sign in to them. */
  '0001_registry': {
    async up({ schema }) {
      const devices = createWithId(schema, 'devices').addColumn('name', 'text', (column) =>
        column.notNull().unique(),
      );
      await addColumns(devices, {
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
      }).execute();
      const credentials = schema
        .createTable('credentials')
        .addColumn('device_id', 'text', (column) =>
          column.primaryKey().notNull().references('devices.id').onDelete('cascade'),
        );
      const own = { kind: 'text', username: 'text', sealed: 'text', updated_at: 'text' } as const;
      await addColumns(credentials, own).execute();
    },
  },
  /** The audit log. The number of an event is never given twice, also after rows were deleted. */
  '0002_audit': {
    async up({ schema }, dialect) {
      const table = schema.createTable('audit_events');
      const numbered =
        dialect === 'postgres'
          ? table.addColumn('id', 'bigint', (id) => id.generatedAlwaysAsIdentity().primaryKey())
          : table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement());
      await addColumns(numbered, {
        ...({ at: 'text', action: 'text', actor: 'text', outcome: 'text' } as const),
        ...({ tier: 'text?', device_id: 'text?', plan_id: 'text?' } as const),
        ...({ reason: 'text?', ref: 'text?', detail: 'text?' } as const),
      }).execute();
    },
  },
  /** Plans, and what became of each on its devices. */
  '0003_plans': {
    async up({ schema }) {
      await addColumns(createWithId(schema, 'plans'), {
        kind: 'text',
        status: 'text',
        description: 'text',
        change: 'text',
        digest: 'text',
        created_by: 'text',
        approved_by: 'text?',
        created_at: 'text',
        approved_at: 'text?',
        expires_at: 'text',
        finished_at: 'text?',
        executing_by: 'text?',
        lease_until: 'text?',
        failure: 'text?',
      }).execute();
      await schema
        .createIndex('plans_by_status')
        .on('plans')
        .columns(['status', 'created_at'])
        .execute();
      const outcomes = schema
        .createTable('plan_outcomes')
        .addColumn('plan_id', 'text', (column) =>
          column.notNull().references('plans.id').onDelete('cascade'),
        );
      await addColumns(outcomes, {
        device_id: 'text',
        position: 'integer',
        state: 'text',
        before: 'text?',
        after: 'text?',
        detail: 'text?',
        updated_at: 'text',
      })
        .addPrimaryKeyConstraint('plan_outcomes_pk', ['plan_id', 'device_id'] as never)
        .execute();
    },
  },
  /** Why a change may have no effect on a device, for the person who approves the plan. */
  '0004_plan_warnings': {
    up: (db) => db.schema.alterTable('plan_outcomes').addColumn('warning', 'text').execute(),
  },
};
