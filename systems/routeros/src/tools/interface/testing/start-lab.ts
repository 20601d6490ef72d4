import { isFault, type Fault } from '@errata/core/fault';
import { createFleet } from '../../../device/index.js';
import { DEVICE_DEFAULTS, type Device } from '../../../registry/device.js';
import type { Registry } from '../../../registry/registry.js';
import type { Services } from '../../../services.js';
import { DEFAULT_SETTINGS } from '../../../settings/settings.js';
import { startSimulator, type SimulatedDevice } from '../../../sim/index.js';
import { createContext, onDevice } from '../../testing/create-context.js';
import type { DeviceTool, Tool, ToolContext } from '../../tool.js';

type Given = Parameters<typeof createContext>[1];

export interface Outcome {
  readonly text: string;
  /** The lines of the text. */
  readonly lines: readonly string[];
  readonly facts: Record<string, unknown>;
}

/** A simulated router that is registered, and a way to call tools on it. */
export interface Lab {
  readonly router: SimulatedDevice;
  readonly device: Device;
  readonly services: Services;
  context(given?: Given): ToolContext;
  /** Call a tool as the gate does; what it returns has to be exactly what it declares. */
  call(tool: Tool, args?: object, given?: Given): Promise<Outcome>;
  /** The fault that a call ends in. */
  fail(tool: Tool, args?: object, given?: Given): Promise<Fault>;
  close(): Promise<void>;
}

export async function startLab(): Promise<Lab> {
  const simulator = await startSimulator();
  const router = simulator.devices[0]!;
  const device: Device = {
    ...DEVICE_DEFAULTS,
    id: 'dev-lab-01',
    name: 'lab-router-01',
    management_address: router.address,
    routeros_version: null,
    requests_per_minute: 10_000,
    tls_mode: 'pin',
    tls_fingerprint: router.fingerprint,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const registry = {
    list: async () => [device],
    find: async (id: string) => (id === device.id ? device : undefined),
    credentials: async () => ({ username: router.username, password: router.password }),
    noteVersion: async () => {},
  } as Partial<Registry> as Registry;
  const settings = { ...DEFAULT_SETTINGS, requestTimeout: 2_000 };
  const fleet = createFleet({ registry, settings });
  const services = { settings, registry, fleet, now: Date.now } as Partial<Services> as Services;
  const context = (given?: Given) => createContext(services, given);

  const call: Lab['call'] = async (tool, args = {}, given = {}) => {
    const { input, output, run } = tool as DeviceTool<never, never> as RunnableTool;
    const parsed = input.parse({ device_id: device.id, ...args });
    const { text, facts } = await run(parsed, onDevice(context(given), device));
    const declared = output.parse(facts);
    if (JSON.stringify(declared) !== JSON.stringify(facts)) {
      throw new Error(`${tool.name} returns something else than it declares`);
    }
    return { text, lines: text.split('\n'), facts };
  };
  return {
    ...{ router, device, services, context, call },
    fail: async (...args) => {
      const failure: unknown = await call(...args).then(
        () => new Error('the call succeeded'),
        (thrown: unknown) => thrown,
      );
      if (isFault(failure)) return failure;
      throw failure;
    },
    close: async () => {
      await fleet.close();
      await simulator.close();
    },
  };
}

interface RunnableTool {
  readonly input: { parse(given: unknown): unknown };
  readonly output: { parse(given: unknown): unknown };
  run(args: unknown, context: unknown): Promise<{ text: string; facts: Record<string, unknown> }>;
}
