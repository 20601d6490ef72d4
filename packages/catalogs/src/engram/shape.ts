import { declaredContext, membersOf, type DataShape } from '@errata/core/contract';
import type { Fault, Ref } from '@errata/core/fault';
import { McpErrorCategory, type McpErrorReason } from './namespaces.js';

/** `error.data` of the seed (§2). Written by this package it always has its `correlation_id` (§2.1). */
export interface ErrorData {
  readonly category: McpErrorCategory;
  readonly reason: McpErrorReason;
  /** Whether a retry is advised. */
  readonly retryable: boolean;
  /** `corr-` and 16 hexadecimal digits. */
  readonly correlation_id?: Ref;
  readonly details?: object;
}

export const engramShape: DataShape = {
  contextIn: 'details',
  envelope: {
    category: { type: 'string', values: Object.values(McpErrorCategory) },
    reason: 'string',
    retryable: 'boolean',
    correlation_id: { type: 'string', description: 'corr- and 16 hexadecimal digits' },
    details: { type: 'object?', description: 'The declared fields of the reason' },
  },
  write(fault) {
    const details = detailsOf(fault);
    return {
      category: fault.definition.category,
      reason: fault.reason,
      retryable: fault.retryable,
      correlation_id: fault.ref,
      ...(details !== undefined && { details }),
    };
  },
  read(data) {
    const { reason, details } = membersOf(data);
    return { ...(typeof reason === 'string' && { reason }), context: membersOf(details) };
  },
};

function detailsOf(fault: Fault): object | undefined {
  if (isAboutTheCall(fault)) return undefined;
  const declared = declaredContext(fault);
  return Object.keys(declared).length === 0 ? undefined : declared;
}

/** §5.1 and §5.2: what is wrong with `tools/call` itself is in the message, and `data` has no details. */
function isAboutTheCall(fault: Fault): boolean {
  const { method } = fault.context as { method?: unknown };
  return (
    fault.reason === 'UNKNOWN_TOOL' ||
    (fault.reason === 'MISSING_REQUIRED_PARAM' && method !== undefined)
  );
}
