export { defineSystem } from './define-system.js';
export { inspectAnswer, type Inspected } from './judge/judge-answer.js';
export { openFolder, type Folder } from './run-cell.js';
export type {
  FormOutcome,
  FormResult,
  MissingField,
  Outcome,
  Proof,
  Result,
  Stopped,
  Unclosed,
  Undeclared,
} from './proof.js';
export { prove, type Progress, type ProveOptions } from './prove.js';
export { renderProof, toProofJson, type RenderOptions } from './render-proof.js';
export type { Cell, Example, Expected, Provocation, ResultForm, System, World } from './system.js';
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
  startServer,
  type ChildOptions,
  type ServerOptions,
  type StartedServer,
} from './wire/child.js';
export {
  WireError,
  type Answer,
  type HeadersLike,
  type Wire,
  type WireOptions,
} from './wire/wire.js';
