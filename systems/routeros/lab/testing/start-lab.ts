import { randomBytes } from 'node:crypto';
import { createRedactor, isFault, type Fault } from '@errata/core';
import { createFaultCounter, type FaultCounter } from '@errata/observe';
import { openDatabase } from '../../src/database/open-database.js';
import { createFleet } from '../../src/device/create-fleet.js';
import { createPlans } from '../../src/plans/create-plans.js';
import { createAuditLog } from '../../src/registry/audit-log.js';
import { createRegistry } from '../../src/registry/create-registry.js';
import type { Device } from '../../src/registry/device.js';
import { createVault } from '../../src/registry/credential-store.js';
import type { Services } from '../../src/services.js';
import { DEFAULT_SETTINGS } from '../../src/settings/options.js';
import type { Tool, ToolContext } from '../../src/tools/tool.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator, type Simulator } from '../sim/start-simulator.js';
import { createContext, onDevice } from './fixtures.js';

type Given = Parameters<typeof createContext>[1];

export interface Outcome {
  readonly text: string;
  /** The lines of the text. */
  readonly lines: readonly string[];
  readonly facts: Record<string, unknown>;
}

/** Simulated routers, registered as dev-lab-01 and so on, and a real service beside the wire. */
export interface Lab {
  readonly simulator: Simulator;
  /** The first of them. */
  readonly router: SimulatedDevice;
  /** Its record, as it was registered. */
  readonly device: Device;
  readonly services: Services;
  /** What `services.errors` tells of. */
  readonly counter: FaultCounter;
  context(given?: Given): ToolContext;
  /** Run a tool without the gate, on the first device unless told. Its facts have to be what its output declares, no more and no less. */
  call(tool: Tool, args?: object, given?: Given): Promise<Outcome>;
  /** The fault that a call ends in. */
  fail(tool: Tool, args?: object, given?: Given): Promise<Fault>;
  close(): Promise<void>;
}

export async function startLab(
  options: { readonly devices?: number; readonly requestTimeout?: number } = {},
): Promise<Lab> {
  const simulator = await startSimulator(options);
  const store = await openDatabase('sqlite::memory:');
  const secret = randomBytes(32);
  const redactor = createRedactor();
  const settings = { ...DEFAULT_SETTINGS, requestTimeout: options.requestTimeout ?? 2_000 };
  const registry = createRegistry({ store, vault: createVault(secret), redactor });
  const audit = createAuditLog({ store, redactor });
  const fleet = createFleet({ registry, settings, redactor });
  const plans = createPlans({ store, registry, fleet, audit, settings, secret });
  const counter = createFaultCounter();
  const errors = { since: new Date().toISOString(), snapshot: counter.snapshot };
  const services = { settings, registry, audit, fleet, plans, errors, now: Date.now };
  const context = (given?: Given) => createContext(services, given);

  const [router] = simulator.devices;
  for (const device of simulator.devices) {
    await registry.add(
      {
        id: device.name.replace('lab-router', 'dev-lab'),
        name: device.name,
        management_address: device.address,
        tls_mode: 'pin',
        tls_fingerprint: simulator.fingerprint,
        requests_per_minute: 10_000,
      },
      device,
    );
  }
  const device = (await registry.list())[0]!;

  const call: Lab['call'] = async (tool, given = {}, more = {}) => {
    const first = tool.on === 'device' ? { device_id: device.id } : {};
    const args = tool.input.strict().parse({ ...first, ...given });
    const own = context(more);
    const { text, facts } =
      tool.on === 'service'
        ? await tool.run(args, own)
        : await tool.run(args, onDevice(own, await own.admit(args.device_id)));
    tool.output.strict().parse(facts);
    return { text, lines: text.split('\n'), facts };
  };

  return {
    simulator,
    router: router!,
    device,
    services,
    counter,
    context,
    call,
    fail: async (...args) => {
      const thrown: unknown = await call(...args).then(
        () => new Error('The call did not fail'),
        (reason: unknown) => reason,
      );
      if (isFault(thrown)) return thrown;
      throw thrown;
    },
    close: async () => {
      await plans.close();
      await fleet.close();
      await store.close();
      await simulator.close();
    },
  };
}
