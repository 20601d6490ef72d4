import type { Era } from '@errata/core';
import type { WireExchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import type { CheckSession } from '../session/session.js';
import { harmlessMethod } from '../session/messages.js';
import { since, WITH_HANDSHAKE } from './spec.js';

/** What servers offer lists of. */
export const LISTS = ['tools', 'resources', 'prompts'] as const;

/** A harmless request for each capability. */
export const CAPABILITY_REQUESTS: readonly {
  readonly capability: string;
  readonly method: string;
  readonly params?: object;
  readonly eras?: readonly Era[];
}[] = [
  { capability: 'tools', method: 'tools/list' },
  { capability: 'resources', method: 'resources/list' },
  { capability: 'resources', method: 'resources/templates/list' },
  { capability: 'prompts', method: 'prompts/list' },
  {
    capability: 'completions',
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/prompt', name: 'errata-no-such-prompt' },
      argument: { name: 'errata', value: '' },
    },
    eras: since('2025-03-26'),
  },
  {
    capability: 'logging',
    method: 'logging/setLevel',
    params: { level: 'error' },
    eras: WITH_HANDSHAKE,
  },
];

/** A method that no server has. */
export const ABSENT_METHOD = 'errata/nothing-here';

/** A request that does no harm: one that is known to succeed, or any. */
export function harmlessOf({ harmless, era }: Probe): NonNullable<Probe['harmless']> {
  return harmless ?? { method: harmlessMethod(era), params: undefined };
}

/** The same in a conversation of its own. */
export function askHarmless(
  probe: Probe,
  session: CheckSession,
  id?: string,
): Promise<WireExchange> {
  const { method, params } = harmlessOf(probe);
  return session.request(method, params, id);
}

/** The text of such a request. `id` is JSON text; default: the next free one. */
export function harmlessText(probe: Probe, id?: string): string {
  const { method, params } = harmlessOf(probe);
  return probe.write(method, params, id);
}

/** The text of a request that succeeds, with params beside its own; undefined if no such method is known. */
export function goodRequest(probe: Probe, extra?: object): string | undefined {
  if (probe.harmless === undefined) return undefined;
  const { method, params } = probe.harmless;
  return probe.write(method, extra === undefined ? params : { ...params, ...extra });
}

/** Whether the server advertises a capability. */
export function has({ offer }: Probe, capability: string): boolean {
  return Object.hasOwn(offer.capabilities, capability);
}

/** A busy machine makes any server late: asks up to three times, and gives the last answer where all of them were late. */
export async function untilInTime<T>(
  ask: () => Promise<T>,
  isLate: (answer: T) => boolean,
): Promise<T> {
  let answer = await ask();
  for (let again = 0; again < 2 && isLate(answer); again += 1) answer = await ask();
  return answer;
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
