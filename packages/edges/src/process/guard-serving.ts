import process from 'node:process';
import type { Redactor } from '@errata/core';
import { guardProcess, type GuardProcessOptions } from './guard-process.js';
import { closeOnSignals } from './close-on-signals.js';
import type { ProcessLike } from './process-like.js';

/** The parts of a server that a clean end needs. */
export interface Serving extends Required<
  Pick<GuardProcessOptions, 'connections' | 'deliver' | 'flush'>
> {
  /** Finish what is in progress, answer the rest, and end. */
  close(): Promise<unknown>;
  readonly redactor?: Redactor | undefined;
  readonly process?: ProcessLike;
}

/** While it is installed, calls in progress get replies after a crash, and time to finish after a signal. Returns a function that removes it. */
export function guardServing({
  redactor,
  close,
  process: host = process,
  ...guarding
}: Serving): () => void {
  const undo = [
    guardProcess({ ...guarding, process: host, ...(redactor && { redactor }) }),
    closeOnSignals(host, close),
  ];
  return () => undo.forEach((each) => each());
}
