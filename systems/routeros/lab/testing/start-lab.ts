import { isFault, type Fault } from '@errata/core';
import { createFaultCounter } from '@errata/observe';
import type { RouterosTool } from '../../src/tools/tool.js';
import { startSimulator } from '../sim/start-simulator.js';
import { createContext, onDevice } from './fixtures.js';
import { openInstance, register } from './open-lab.js';

type Given = Parameters<typeof createContext>[1];

export type Lab = Awaited<ReturnType<typeof startLab>>;

/** Simulated routers, registered as dev-lab-01 and so on, and a real service beside the wire. */
export async function startLab(
  options: { readonly devices?: number; readonly requestTimeout?: number } = {},
) {
  const simulator = await startSimulator(options);
  const instance = await openInstance({ url: 'sqlite::memory:', ...options });
  const { settings, registry, audit, fleet, plans } = instance;
  const counter = createFaultCounter();
  const errors = { since: new Date().toISOString(), snapshot: counter.snapshot };
  const services = { settings, registry, audit, fleet, plans, errors, now: Date.now };
  const context = (given?: Given) => createContext(services, given);

  for (const one of simulator.devices) {
    await register(registry, one, { id: one.name.replace('lab-router', 'dev-lab') });
  }
  const device = (await registry.list())[0]!;

  /** Run a tool without the gate, by default on the first device. Its facts have to match its output schema exactly. */
  const call = async (tool: RouterosTool, given: object = {}, more: Given = {}) => {
    const first = tool.on === 'device' ? { device_id: device.id } : {};
    const args = tool.input.strict().parse({ ...first, ...given });
    const own = context(more);
    const { text, facts } =
      tool.on === 'service'
        ? await tool.run(args, own)
        : await tool.run(args, onDevice(own, await own.admit(String(args['device_id']))));
    tool.output.strict().parse(facts);
    return { text, lines: text.split('\n'), facts: facts as Record<string, unknown> };
  };

  return {
    simulator,
    /** The first of them, and its record as it was registered. */
    ...{ router: simulator.devices[0]!, device },
    services,
    /** What `services.errors` tells of. */
    counter,
    ...{ context, call },
    /** The fault that a call ends in. */
    fail: async (...args: Parameters<typeof call>): Promise<Fault> => {
      const thrown: unknown = await call(...args).then(
        () => new Error('The call did not fail'),
        (reason: unknown) => reason,
      );
      if (isFault(thrown)) return thrown;
      throw thrown;
    },
    close: async () => {
      await instance.close();
      await simulator.close();
    },
  };
}
