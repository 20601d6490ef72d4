import { McpErrorReason, type ReasonName } from '@errata/catalogs/engram';
import { objectOrEmpty } from '@errata/core/internal';
import type { Answer } from '@errata/prove';
import type { Gateway } from './gateway.js';
import type { EngramWorld } from './world.js';

interface Seen {
  readonly retryable?: boolean;
  /** What `error.data.details` has. */
  readonly details?: readonly string[];
}

/**
 * A failure as the seed shows it: the four members of §2.1, and the words of its examples (§2.2, §5), or of column 说明 of §3. A colon
 * and what it is about follow the words, as in the examples.
 */
export function failure(
  category: string,
  name: ReasonName,
  message: string,
  { retryable = false, details }: Seen = {},
) {
  const data = { category, reason: name, retryable, correlation_id: 'corr-<ref>' };
  const fields = details?.map((member) => `details.${member}`);
  return { reason: McpErrorReason[name], example: { message, data }, ...(fields && { fields }) };
}

type Ask = (gateway: Gateway) => Promise<Answer>;

/** What the gateway is asked that needs no special one. */
export const onMain = (ask: Ask) => async (world: EngramWorld) => ask(await world.main());

/** What the gateway without the evidence module is asked, which waits one second for OpenMemory. */
export const onSpare = (ask: Ask) => async (world: EngramWorld) => ask(await world.spare());

/** Whether an answer carries a failure, of whatever kind. */
export function hasFailed({ message }: Answer): boolean {
  const { error, result } = objectOrEmpty(message);
  return error !== undefined || objectOrEmpty(result)['isError'] === true;
}
