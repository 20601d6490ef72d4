import { engram } from '@errata/catalogs/engram';
import type { Fault } from '@errata/core/fault';
import type { Actor, Reject } from '../policy/index.js';

/** A rule against anything but storing: an error, where `memory_store` answers with a result. */
export function policyReject(
  { rule, message: details, retryable }: Reject,
  tool: string,
  actor: Actor,
): Fault {
  return engram.POLICY_REJECT({ rule, retryable, tool, actor: actor.id }, { details });
}
