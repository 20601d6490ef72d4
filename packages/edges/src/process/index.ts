export { closeOnSignals } from './close-on-signals.js';
export { endOnSignals, type EndSignal } from './end-on-signals.js';
export { guardProcess, type GuardOptions } from './guard-process.js';
export { guardServing, type Serving } from './guard-serving.js';
export { ignoreErrors } from './ignore-errors.js';
export type { Incident, IncidentEvent } from './incident.js';
export { observeMasked, type OnMasked } from './print-masked.js';
export type { ProcessLike } from './process-like.js';
export { within } from './within.js';
