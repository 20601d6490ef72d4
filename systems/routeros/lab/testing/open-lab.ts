import { routeros } from '@errata/catalogs/routeros';
import { SINGLE_USER, type User } from '../../src/access/user.js';
import { openDatabase } from '../../src/database/open-database.js';
import type { Fleet } from '../../src/device/fleet.js';
import type { PlanCall } from '../../src/plans/plan.js';
import type { Device } from '../../src/registry/device.js';
import type { DeviceRegistry } from '../../src/registry/create-registry.js';
import { createVault } from '../../src/registry/credential-store.js';
import { createParts } from '../../src/server/open-services.js';
import { DEFAULT_SETTINGS } from '../../src/settings/resolve-options.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator } from '../sim/start-simulator.js';

export const KEY = new Uint8Array(32).fill(7);

/** One process on a database: what it works with. */
export type Instance = Awaited<ReturnType<typeof openInstance>>;

export interface InstanceOptions {
  readonly url: string;
  readonly now?: () => number;
  /** Default: 5 min. A busy machine takes its time; a test that waits for the timeout gives a short one. */
  readonly requestTimeout?: number;
  /** Between the plans and the devices. */
  readonly wrap?: (fleet: Fleet) => Pick<Fleet, 'connect'>;
}

export async function openInstance({ url, requestTimeout = 300_000, ...given }: InstanceOptions) {
  const store = await openDatabase(url);
  const settings = { ...DEFAULT_SETTINGS, requestTimeout };
  const parts = createParts({ ...given, store, settings, vault: createVault(KEY) });
  const { registry } = parts;
  const admit: PlanCall['admit'] = async (id, flag) => {
    const device = await registry.find(id);
    if (device === undefined) throw routeros.NOT_FOUND({ device_id: id, resource_type: 'device' });
    if (flag !== undefined && !device[flag]) throw routeros.FORBIDDEN({ device_id: id });
    return device;
  };
  return {
    ...{ ...parts, store, settings },
    call: (own: Partial<PlanCall> = {}): PlanCall => ({
      user: SINGLE_USER,
      signal: new AbortController().signal,
      progress: () => {},
      admit,
      ...own,
    }),
  };
}

/** The flags that plans need. */
export const FOR_PLANS = {
  allow_professional_workflows: true,
  allow_firewall_writes: true,
  allow_routing_writes: true,
} as const;

/** Register a simulated router, with its certificate pinned and practically no limit per minute. */
export function register(
  registry: Pick<DeviceRegistry, 'add'>,
  { name, address, fingerprint, username, password }: SimulatedDevice,
  more: Pick<Device, 'id'> & Partial<Device>,
): Promise<Device> {
  const trust = { tls_mode: 'pin', tls_fingerprint: fingerprint } as const;
  const record = { name, management_address: address, ...trust, requests_per_minute: 100_000 };
  return registry.add({ ...record, ...more }, { username, password });
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

/** Simulated routers dev-1, dev-2, … in a registry, and a clock that can be put forward. */
export async function openLab(url: string, devices = 3) {
  const simulator = await startSimulator({ devices });
  let offset = 0;
  const now = () => Date.now() + offset;
  const instance = await openInstance({ url, now });
  const joined: Instance[] = [];
  const ids = simulator.devices.map((_, index) => `dev-${index + 1}`);
  for (const [index, router] of simulator.devices.entries()) {
    await register(instance.registry, router, { id: ids[index]!, ...FOR_PLANS });
  }
  return {
    ...instance,
    ...{ url, ids, routers: simulator.devices },
    advance: (milliseconds: number) => void (offset += milliseconds),
    /** Another process on the same database. */
    async join(options?: Pick<InstanceOptions, 'wrap'>) {
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

/** A user of a team, in place of the single user. */
export function user(
  id: string,
  role: User['role'] = 'admin',
  devices: User['devices'] = 'all',
): User {
  return { id, role, devices, single: false };
}
