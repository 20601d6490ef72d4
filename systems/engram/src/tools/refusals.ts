import { engram, failedResult, rejectResult, ToolResultErrorCode } from '@errata/catalogs/engram';
import type { Fault } from '@errata/core';
import type { Actor } from '../policy/actor.js';
import { reject, type Reject } from '../policy/rules.js';
import type { EngramArgumentsOf } from './arguments.js';
import type { ToolRefusal, EngramToolContext } from './tool.js';

/** In strict mode each piece of evidence has to be one that the gateway has. */
export async function checkEvidence(
  { evidence = [] }: EngramArgumentsOf<'memory_store'>,
  { logbook, settings, lines }: EngramToolContext,
): Promise<ToolRefusal | undefined> {
  const hashes = evidence.flatMap(({ sha256 }) => sha256 ?? []);
  if (hashes.length === 0) return undefined;
  if (settings.without.has('evidence')) {
    const message = lines.evidenceOff;
    const error_code = ToolResultErrorCode.DEPENDENCY_MISSING;
    return {
      refused: failedResult({ error_code, message, retryable: false }),
      record: { action: 'failed', reason: 'module:evidence', detail: message },
    };
  }
  for (const sha256 of hashes) {
    if (!(await logbook.evidence.get(sha256)).ok) {
      return refuse(reject('evidence_unknown', settings.lang), undefined);
    }
  }
  return undefined;
}

/** A parameter that only the policy asks for is missing by the policy's word, not by the schema's. */
export function refuse(
  { rule, message, retryable }: Reject,
  space: string | undefined,
): ToolRefusal {
  const error_code =
    rule === 'evidence_hash_missing'
      ? ToolResultErrorCode.MISSING_REQUIRED_PARAM
      : ToolResultErrorCode.POLICY_REJECTED;
  return {
    refused: rejectResult({ error_code, message, rule, retryable }),
    record: {
      action: 'reject',
      reason: `policy:${rule}`,
      rule,
      ...(space !== undefined && { space }),
    },
  };
}

/** A rule against anything but storing: an error, where `memory_store` answers with a result. */
export function policyReject(
  { rule, message: details, retryable }: Reject,
  tool: string,
  actor: Actor,
): Fault {
  return engram.POLICY_REJECT({ rule, retryable, tool, actor: actor.id }, { details });
}
