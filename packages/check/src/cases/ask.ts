import type { Probe } from '../probe.js';
import { harmlessMethod } from '../session/dress.js';

/** What servers offer lists of. */
export const LISTS = ['tools', 'resources', 'prompts'] as const;

/** A method that no server has. */
export const ABSENT_METHOD = 'errata/nothing-here';

/** A request that does no harm: one that is known to succeed, or any. */
export function harmlessOf({ harmless, era }: Probe): NonNullable<Probe['harmless']> {
  return harmless ?? { method: harmlessMethod(era), params: undefined };
}

/** The text of such a request. `id` is JSON text; default: the next free one. */
export function harmlessText(probe: Probe, id?: string): string {
  const { method, params } = harmlessOf(probe);
  return probe.write(method, params, id);
}

/** The text of a request that succeeds, with params beside its own; undefined where no such method is known. */
export function goodRequest(probe: Probe, extra?: object): string | undefined {
  if (probe.harmless === undefined) return undefined;
  const { method, params } = probe.harmless;
  return probe.write(method, extra === undefined ? params : { ...params, ...extra });
}

/** An id in a sentence. */
export function shownId(id: string): string {
  return id.length > 60 ? `${id.slice(0, 50)}… (${id.length} characters)` : id;
}

/** Does its work at the first call in a run; every later call of the run gets the same. */
export function oncePerRun<T>(work: (probe: Probe) => T): (probe: Probe) => T {
  const done = new WeakMap<Probe, T>();
  return (probe) => {
    const result = done.has(probe) ? (done.get(probe) as T) : work(probe);
    done.set(probe, result);
    return result;
  };
}
