import { afterEach, beforeEach } from 'vitest';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator, type Simulator, type SimulatorOptions } from '../sim/start-simulator.js';
import { Asker } from './asker.js';

export interface Used {
  readonly device: SimulatedDevice;
  readonly client: Asker;
}

/** A fresh device and a client of it for each test. */
export function useDevice(options: SimulatorOptions = {}): Used {
  let simulator: Simulator;
  let device: SimulatedDevice;
  let client: Asker;
  beforeEach(async () => {
    simulator = await startSimulator(options);
    const [first] = simulator.devices;
    if (first === undefined) throw new Error('No device was started.');
    device = first;
    client = new Asker(device);
  });
  afterEach(async () => {
    await client.close();
    await simulator.close();
  });
  return {
    get device() {
      return device;
    },
    get client() {
      return client;
    },
  };
}

/** The answer of RouterOS to something that it refuses. */
export const refusal = (detail: string, error = 400, message = 'Bad Request') => ({
  status: error,
  body: { error, message, detail },
});
