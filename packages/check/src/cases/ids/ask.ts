import type { Probe } from '../../probe.js';
import { harmlessMethod } from '../../session/dress.js';

/** A method that no server has. */
export const ABSENT_METHOD = 'errata/nothing-here';

/** A request that may be asked at any time, under an id that is told as JSON text or the next one that is free. */
export function harmlessText(probe: Probe, id?: string): string {
  const { method, params } = probe.harmless ?? {
    method: harmlessMethod(probe.era),
    params: undefined,
  };
  return probe.write(method, params, id);
}

/** An id in a sentence. */
export function shownId(id: string): string {
  return id.length > 60 ? `${id.slice(0, 50)}… (${id.length} characters)` : id;
}
