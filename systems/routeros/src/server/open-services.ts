import { createRedactor, type Redactor } from '@errata/core';
import { createFaultCounter, type FaultCounter } from '@errata/observe';
import { openDatabase } from '../database/open-database.js';
import { createFleet } from '../device/create-fleet.js';
import { createPlans } from '../plans/create-plans.js';
import { createAuditLog } from '../registry/audit-log.js';
import { createRegistry } from '../registry/create-registry.js';
import { countCredentials, createVault, type Vault } from '../registry/credential-store.js';
import { loadKey, type KeySource } from '../registry/load-key.js';
import type { Services } from '../services.js';
import { resolveOptions, type RouterosOptions } from '../settings/options.js';

/** The services of one process, and the redactor that knows their secrets. */
export interface Opened {
  readonly services: Services;
  readonly redactor: Redactor;
  /** Hears of every call and failure. */
  readonly counter: FaultCounter;
  close(): Promise<void>;
}

/** Open database, vault and fleet, and settle what a killed service left behind. */
export async function openServices(options: RouterosOptions = {}): Promise<Opened> {
  const { settings, database, keyFile } = resolveOptions(options);
  const redactor = createRedactor();
  const store = await openDatabase(database);
  const vault = await openVault(store, { env: options.env ?? process.env, keyFile });
  const registry = createRegistry({ store, vault, redactor });
  const audit = createAuditLog({ store, redactor });
  const fleet = createFleet({ registry, settings, redactor });
  const secret = vault.derive('plan approval');
  const plans = createPlans({ store, registry, fleet, audit, settings, secret, redactor });
  const close = async (): Promise<void> => {
    await plans.close();
    await fleet.close();
    await store.close();
  };
  try {
    await plans.recover();
  } catch (error) {
    await close();
    throw error;
  }
  const counter = createFaultCounter();
  const errors = { since: new Date().toISOString(), snapshot: counter.snapshot };
  return {
    services: { settings, registry, audit, fleet, plans, errors, now: Date.now },
    redactor,
    counter,
    close,
  };
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
