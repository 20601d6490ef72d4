export { defineSystem } from './define-system.js';
export { inspectAnswer, type Inspected } from './judge/index.js';
export { openFolder, type Folder } from './open-folder.js';
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
export { renderProof, type RenderOptions } from './render-proof.js';
export type { Cell, Example, Expected, Provocation, ResultForm, System, World } from './system.js';
export { toProofJson } from './to-proof-json.js';
export * from './wire/index.js';
