import { notObserved, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';

/** The text of a request that succeeds, with params beside its own; undefined where no such method is known. */
export function goodRequest(probe: Probe, extra?: object): string | undefined {
  const { harmless } = probe;
  if (harmless === undefined) return undefined;
  const { method, params } = harmless;
  return probe.write(method, extra === undefined ? params : { ...params, ...extra });
}

export const NOTHING_SUCCEEDS: Outcome = notObserved('no method is known that succeeds');
export const DID_NOT_SURVIVE: Outcome = notObserved('the connection did not survive it');
export const NO_REPLY: Outcome = notObserved('there was no reply');
