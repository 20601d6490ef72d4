import { declaredContext, membersOf, EFFECTS, type Ref } from '@errata/core/internal';
import type { DataShape } from '@errata/core';
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

/** `error.data` of Engram: category, reason, retryable, correlation id, details. */
export const engramShape: DataShape = {
  contextIn: 'details',
  envelope: {
    category: { type: 'string', values: Object.values(McpErrorCategory) },
    reason: 'string',
    retryable: 'boolean',
    correlation_id: { type: 'string', description: 'corr- and 16 hexadecimal digits' },
    details: {
      type: 'object',
      description: 'The declared fields of the reason, and what the failed call did',
      items: { effect: { type: 'string', values: EFFECTS } },
    },
  },
  write(fault) {
    return {
      category: fault.definition.category,
      reason: fault.reason,
      retryable: fault.retryable,
      correlation_id: fault.ref,
      details: { ...declaredContext(fault), effect: fault.effect },
    };
  },
  read(data) {
    const { reason, details } = membersOf(data);
    const { effect: _effect, ...context } = membersOf(details);
    return { ...(typeof reason === 'string' && { reason }), context };
  },
};
