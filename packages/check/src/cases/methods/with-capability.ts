import { notApplicable, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';

export type Capability = 'tools' | 'resources' | 'prompts' | 'logging' | 'completions';

/** Judge where the server advertises a capability; there is nothing to be judged elsewhere. */
export function withCapability(
  { offer }: Probe,
  capability: Capability,
  judge: () => Promise<Outcome>,
): Outcome | Promise<Outcome> {
  return Object.hasOwn(offer.capabilities, capability)
    ? judge()
    : notApplicable(`the server offers no ${capability}`);
}
