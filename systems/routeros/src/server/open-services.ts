import { createRedactor, type Redactor } from '@errata/core';
import { createFaultCounter, type FaultCounter } from '@errata/observe';
import { openDatabase } from '../database/open-database.js';
import { createFleet } from '../device/create-fleet.js';
import type { Fleet } from '../device/fleet.js';
import { createPlans, type PlansOptions } from '../plans/create-plans.js';
import { createAuditLog } from '../registry/audit-log.js';
import { createRegistry } from '../registry/create-registry.js';
import { countCredentials, createVault, type Vault } from '../registry/credential-store.js';
import { loadKey, type KeySource } from '../registry/load-key.js';
import type { RouterosServices } from '../services.js';
import { type RouterosOptions } from '../settings/options.js';
import { resolveOptions, type RouterosSettings } from '../settings/resolve-options.js';

/** The services of one process, and the redactor that knows their secrets. */
export interface OpenedRouteros {
  readonly services: RouterosServices;
  readonly redactor: Redactor;
  /** Hears of every call and failure. */
  readonly counter: FaultCounter;
  close(): Promise<void>;
}

/** Open database, vault and fleet, and settle what a killed service left behind. */
export async function openServices(options: RouterosOptions = {}): Promise<OpenedRouteros> {
  const { settings, database, keyFile } = resolveOptions(options);
  const store = await openDatabase(database);
  const vault = await openVault(store, { env: options.env ?? process.env, keyFile });
  const { redactor, close, ...parts } = createParts({ store, vault, settings });
  try {
    await parts.plans.recover();
  } catch (error) {
    await close();
    throw error;
  }
  const counter = createFaultCounter();
  const errors = { since: new Date().toISOString(), snapshot: counter.snapshot };
  return {
    services: { ...parts, settings, errors, now: Date.now },
    ...{ redactor, counter, close },
  };
}

interface PartsOptions extends Pick<PlansOptions, 'store' | 'now'> {
  readonly vault: Vault;
  readonly settings: RouterosSettings;
  /** Between the plans and the devices. */
  readonly wrap?: (fleet: Fleet) => PlansOptions['fleet'];
}

/** What works on one database. `close` closes that, too. */
export function createParts({ store, vault, settings, now = Date.now, wrap }: PartsOptions) {
  const redactor = createRedactor();
  const registry = createRegistry({ store, vault, redactor });
  const audit = createAuditLog({ store, redactor });
  const fleet = createFleet({ registry, settings, redactor });
  const secret = vault.derive('plan approval');
  const common = { store, registry, audit, settings, secret, redactor, now };
  const plans = createPlans({ ...common, fleet: wrap?.(fleet) ?? fleet });
  const close = async (): Promise<void> => {
    await plans.close();
    await fleet.close();
    await store.close();
  };
  return { registry, audit, fleet, plans, redactor, close };
}

/** A key is made where nothing is sealed yet. A new one beside sealed credentials would hide that the old one is lost. */
async function openVault(
  store: Parameters<typeof countCredentials>[0] & { close(): Promise<void> },
  options: KeySource,
): Promise<Vault> {
  try {
    const sealed = await countCredentials(store);
    return createVault(loadKey({ ...options, create: sealed === 0, sealed }));
  } catch (error) {
    await store.close();
    throw error;
  }
}
