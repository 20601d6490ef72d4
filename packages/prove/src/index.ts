export { defineSystem } from './define-system.js';
export { inspectAnswer, toolSurfaceOf, type Inspected } from './judge/judge-answer.js';
export type {
  FormOutcome,
  FormResult,
  MissingField,
  ProvocationOutcome,
  Proof,
  Result,
  Stopped,
  Unclosed,
  Undeclared,
} from './proof.js';
export { prove, type ProofProgress, type ProveOptions } from './prove.js';
export { renderProof, toProofJson, type RenderOptions } from './render-proof.js';
export type {
  Cell,
  Example,
  Expected,
  Provocation,
  ResultForm,
  System,
  ToolFailureForm,
  World,
} from './system.js';
export {
  connectHttp,
  encodeHeaderValue,
  type HeaderChanges,
  headersFor,
  type HttpWire,
  type HttpWireOptions,
} from './wire/http.js';
export {
  connectStdio,
  connectTcp,
  type StdioWire,
  type StdioWireOptions,
  type TcpWireOptions,
} from './wire/lines.js';
export {
  startChild,
  startServer,
  type ChildEnd,
  type ChildOptions,
  type StartServerOptions,
  type StartedServer,
} from './wire/child.js';
export {
  assertWorked,
  discovered,
  type Folder,
  homeEnvironment,
  openFolder,
  openWorld,
  type ServeCommand,
  type ServedOptions,
  type ServedSystem,
  type WorldBase,
} from './world.js';
export {
  ProbeError,
  type Answer,
  type HeadersLike,
  type Wire,
  type ProbeWireOptions,
} from './wire/wire.js';
