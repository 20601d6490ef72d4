export { closeOnSignals, endOnSignals, type EndSignal } from './close-on-signals.js';
export {
  type GuardProcessOptions,
  guardProcess,
  ignoreErrors,
  type Incident,
  type IncidentEvent,
  within,
} from './guard-process.js';
export { guardServing, type Serving } from './guard-serving.js';
export { observeMasked, type OnMasked } from './print-masked.js';
export type { ProcessLike } from './process-like.js';
