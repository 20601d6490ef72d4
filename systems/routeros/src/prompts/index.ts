import { routeros } from '@errata/catalogs/routeros';
import { oneLine } from '../safety/index.js';
import { auditReview } from './audit-review.js';
import { fixADeniedWrite } from './fix-a-denied-write.js';
import { planDnsNtpRollout } from './plan-dns-ntp-rollout.js';
import type { Prompt } from './prompt.js';
import { reviewDevice } from './review-device.js';
import { troubleshootConnectivity } from './troubleshoot-connectivity.js';

export type {
  Prompt,
  PromptArgument,
  PromptArguments,
  PromptContext,
  PromptMessage,
} from './prompt.js';

/** The common jobs of the people who run the routers. */
export const PROMPTS: readonly Prompt[] = [
  troubleshootConnectivity,
  reviewDevice,
  planDnsNtpRollout,
  fixADeniedWrite,
  auditReview,
];

/** The prompt of this name. Throws NOT_FOUND. */
export function findPrompt(name: string): Prompt {
  const found = PROMPTS.find((prompt) => prompt.name === name);
  if (found) return found;
  throw routeros.NOT_FOUND(
    { resource_type: 'prompt' },
    {
      details: (redact) => `Prompt '${oneLine(redact(name))}' not found`,
      suggestion: `Use one of: ${PROMPTS.map((prompt) => prompt.name).join(', ')}`,
    },
  );
}
