export type { RunIo, SeenRequest } from '@errata/upstream/simulator';
export type { Role } from '../src/access/user.js';
export { createRouterosSystem } from './provocations/routeros-system.js';
export type { RouterosWorld } from './provocations/world.js';
export { CHAOS_KINDS, type ChaosKind, type ChaosOptions } from './sim/conditions.js';
export type { DeviceState } from './sim/device-state.js';
export type { SimRow } from './sim/table.js';
export { runSimulator, type RunSimulatorOptions } from './sim/run-simulator.js';
export { SimulatedDevice } from './sim/simulated-device.js';
export { startSimulator, type Simulator, type SimulatorOptions } from './sim/start-simulator.js';
export {
  startTokenIssuer,
  type TokenClaims,
  type TokenIssuer,
  type TokenIssuerOptions,
} from './token-issuer.js';
