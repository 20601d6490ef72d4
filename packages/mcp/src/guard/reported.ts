import { objectOrEmpty, type FailureBody, type Definition, ERA_RULES } from '@errata/core/internal';
import { Fault, type Redactor } from '@errata/core';
import type { Replies } from './answering.js';
import { copyOf, type GuardedCall } from './guarded-call.js';
import { SDK_DOMAIN } from './sdk-error.js';
import { isWritable } from './wrap-handler.js';

/** A failure that a tool reports in its own words. Only the operator sees this name. */
const REPORTED: Definition = {
  domain: SDK_DOMAIN,
  reason: 'TOOL_REPORTED',
  code: -32603,
  title: 'The tool reported a failure',
  category: 'server',
  fields: [],
  recovery: 'report_and_abort',
};

/**
 * A failed result that the tool wrote itself passes, without secrets. Clients of the 2025 revisions check structured content even of
 * failures, and show their own complaint in the place of the error; so where the tool is `strict` (it declares what its structured
 * content looks like, and an error is not that), it goes.
 */
export function passReported(
  result: object,
  call: GuardedCall,
  replies: Replies,
  strict: boolean,
): FailureBody {
  const { content, structuredContent, _meta, ...rest } = result as {
    content?: unknown;
    structuredContent?: unknown;
    _meta?: unknown;
  };
  const { redactor, reported } = replies.answering;
  const blocks = Array.isArray(content) ? content.map((block) => cleanBlock(block, redactor)) : [];
  const fault =
    reported?.(result) ?? new Fault(REPORTED, {}, { details: textOf(blocks) ?? REPORTED.title });
  replies.recordOf(call).fault = fault;
  replies.note(fault, call);
  const masks = strict && !ERA_RULES[replies.eraOf(call)].resultType;
  const clean = {
    ...(redactor.redactDeep(rest) as object),
    content: blocks,
    ...(_meta !== undefined && { _meta: redactor.redactDeep(_meta) }),
    ...(structuredContent !== undefined &&
      !masks && { structuredContent: redactor.redactDeep(structuredContent) }),
  };
  if (isWritable(clean)) return { result: clean };
  const copy = copyOf(clean);
  return 'cause' in copy ? replies.broken(copy, call) : { result: copy.value };
}

/** Pictures, sound and other bytes stay as they are; whatever can be read is cleaned. */
function cleanBlock(block: unknown, redactor: Redactor): unknown {
  const { data, blob, resource, ...rest } = objectOrEmpty(block);
  return {
    ...(redactor.redactDeep(rest) as object),
    ...(data !== undefined && { data }),
    ...(blob !== undefined && { blob }),
    ...(resource !== undefined && { resource: cleanBlock(resource, redactor) }),
  };
}

function textOf(blocks: readonly unknown[]): string | undefined {
  const [first] = blocks.map((block) => objectOrEmpty(block)['text']);
  return typeof first === 'string' && first !== '' ? first : undefined;
}
