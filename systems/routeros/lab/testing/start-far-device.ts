import type { Device } from '../../src/registry/device.js';
import type { Registry } from '../../src/registry/registry.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator } from '../sim/start-simulator.js';

/** A simulated router with another address than the service, which is at 127.0.0.1. */
export interface FarDevice {
  readonly router: SimulatedDevice;
  readonly device: Device;
  close(): Promise<void>;
}

/** Start one and register it as dev-far. */
export async function startFarDevice(
  registry: Pick<Registry, 'add'>,
  host = '127.0.0.5',
): Promise<FarDevice> {
  const simulator = await startSimulator({ host });
  const router = simulator.devices[0]!;
  const { address: management_address, fingerprint, username, password } = router;
  const device = await registry.add(
    {
      id: 'dev-far',
      name: 'far-router',
      management_address,
      tls_mode: 'pin',
      tls_fingerprint: fingerprint,
      requests_per_minute: 10_000,
      allow_professional_workflows: true,
      allow_firewall_writes: true,
      allow_routing_writes: true,
    },
    { username, password },
  );
  return { router, device, close: () => simulator.close() };
}
