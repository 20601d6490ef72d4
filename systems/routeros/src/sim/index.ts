export { CHAOS_KINDS, type ChaosKind, type ChaosOptions } from './chaos.js';
export type { DeviceState } from './device-state.js';
export type { Row } from './row.js';
export { runSimulator, type RunIo, type RunOptions } from './run-simulator.js';
export { SimulatedDevice, type SeenRequest } from './simulated-device.js';
export { startSimulator, type Simulator, type SimulatorOptions } from './start-simulator.js';
