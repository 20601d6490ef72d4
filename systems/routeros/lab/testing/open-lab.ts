import { routeros } from '@errata/catalogs/routeros';
import { createRedactor } from '@errata/core';
import { SINGLE_USER, type User } from '../../src/access/user.js';
import { openDatabase } from '../../src/database/open-database.js';
import { createFleet } from '../../src/device/create-fleet.js';
import type { Fleet } from '../../src/device/fleet.js';
import { createPlans } from '../../src/plans/create-plans.js';
import type { PlanCall, Plans } from '../../src/plans/plans.js';
import { createAuditLog, type AuditLog } from '../../src/registry/audit-log.js';
import { createRegistry } from '../../src/registry/create-registry.js';
import type { Registry } from '../../src/registry/registry.js';
import { createVault } from '../../src/registry/credential-store.js';
import { DEFAULT_SETTINGS } from '../../src/settings/options.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator } from '../sim/start-simulator.js';

export const KEY = new Uint8Array(32).fill(7);

/** One process on a database: what it works with. */
export interface Instance {
  readonly plans: Plans;
  readonly registry: Registry;
  readonly audit: AuditLog;
  readonly fleet: Fleet;
  readonly store: Awaited<ReturnType<typeof openDatabase>>;
  call(given?: Partial<PlanCall>): PlanCall;
  close(): Promise<void>;
}

export interface InstanceOptions {
  readonly url: string;
  readonly now?: () => number;
  /** Between the plans and the devices. */
  readonly wrap?: (fleet: Fleet) => Pick<Fleet, 'connect'>;
}

export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { url, now = Date.now, wrap = (fleet: Fleet) => fleet } = options;
  const store = await openDatabase(url);
  const vault = createVault(KEY);
  const redactor = createRedactor();
  const registry = createRegistry({ store, vault, redactor });
  const audit = createAuditLog({ store, redactor });
  const settings = { ...DEFAULT_SETTINGS, requestTimeout: 2_000 };
  const fleet = createFleet({ registry, settings });
  const secret = vault.derive('plan approval');
  const common = { store, registry, audit, settings, secret, now, redactor };
  const plans = createPlans({ ...common, fleet: wrap(fleet) });
  const admit: PlanCall['admit'] = async (id, flag) => {
    const device = await registry.find(id);
    if (device === undefined) throw routeros.NOT_FOUND({ device_id: id, resource_type: 'device' });
    if (flag !== undefined && !device[flag]) throw routeros.FORBIDDEN({ device_id: id });
    return device;
  };
  return {
    ...{ plans, registry, audit, fleet, store },
    call: (given = {}) => ({
      user: SINGLE_USER,
      signal: new AbortController().signal,
      progress: () => {},
      admit,
      ...given,
    }),
    async close() {
      await plans.close();
      await fleet.close();
      await store.close();
    },
  };
}

/** Simulated routers dev-1, dev-2, … in a registry, and a clock that can be put forward. */
export interface Lab extends Instance {
  readonly url: string;
  readonly routers: readonly SimulatedDevice[];
  readonly ids: readonly string[];
  advance(milliseconds: number): void;
  /** Another process on the same database. */
  join(options?: Pick<InstanceOptions, 'wrap'>): Promise<Instance>;
}

export async function openLab(url: string, devices = 3): Promise<Lab> {
  const simulator = await startSimulator({ devices });
  let offset = 0;
  const now = () => Date.now() + offset;
  const instance = await openInstance({ url, now });
  const joined: Instance[] = [];
  const ids = simulator.devices.map((_, index) => `dev-${index + 1}`);
  for (const [index, router] of simulator.devices.entries()) {
    const { username, password, fingerprint } = router;
    await instance.registry.add(
      {
        id: ids[index]!,
        name: router.name,
        management_address: router.address,
        tls_mode: 'pin',
        tls_fingerprint: fingerprint,
        requests_per_minute: 100_000,
        allow_professional_workflows: true,
        allow_firewall_writes: true,
        allow_routing_writes: true,
      },
      { username, password },
    );
  }
  return {
    ...instance,
    url,
    routers: simulator.devices,
    ids,
    advance: (milliseconds) => void (offset += milliseconds),
    async join(options) {
      const other = await openInstance({ url, now, ...options });
      joined.push(other);
      return other;
    },
    async close() {
      for (const other of joined) await other.close();
      await instance.close();
      await simulator.close();
    },
  };
}

/** Somebody of the team, in place of the single user. */
export function user(
  id: string,
  role: User['role'] = 'admin',
  devices: User['devices'] = 'all',
): User {
  return { id, role, devices, single: false };
}
