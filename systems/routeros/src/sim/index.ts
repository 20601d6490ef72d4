export type { RunIo, SeenRequest } from '@errata/system/simulator';
export { CHAOS_KINDS, type ChaosKind, type ChaosOptions } from './chaos.js';
export type { DeviceState } from './device-state.js';
export type { Row } from './row.js';
export { runSimulator, type RunOptions } from './run-simulator.js';
export { SimulatedDevice } from './simulated-device.js';
export { startSimulator, type Simulator, type SimulatorOptions } from './start-simulator.js';
