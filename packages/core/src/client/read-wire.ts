import {
  parseSeconds,
  peek,
  EFFECTS,
  STRATEGIES,
  type Alternative,
  type Effect,
  type Strategy,
} from '../fault/index.js';
import type { FieldError } from './failure.js';
import { asBoolean, asInteger, asOneOf, asText, isObject, itemsOf } from './peek.js';

/** The facts of a failure on the wire, in any of the known layouts. */
export interface WireKnowledge {
  readonly domain: string | undefined;
  readonly reason: string | undefined;
  readonly code: number | undefined;
  readonly category: string | undefined;
  readonly retryable: boolean | undefined;
  readonly retryAfter: number | undefined;
  readonly effect: Effect | undefined;
  readonly strategy: Strategy | undefined;
  readonly ref: string | undefined;
  readonly details: string | undefined;
  readonly suggestion: string | undefined;
  readonly nextSteps: readonly string[] | undefined;
  readonly alternatives: readonly Alternative[] | undefined;
  readonly fields: readonly FieldError[] | undefined;
  /** The payload of the domain, without the facts around it. */
  readonly payload: unknown;
}

/**
 * Read `error.data`, the facts of a tool result, or a problem document. Facts carry the payload inside them; what the
 * facts do not say is looked for in there: RouterOS `mcp_error_code`, `suggestion`, `next_steps`, `errors`; Engram
 * `category`, `retryable`, `correlation_id`, `details.effect`.
 */
export function readWire(data: unknown): WireKnowledge {
  // `data` alone does not make facts of an object: a domain may have a field of that name.
  const wrapped =
    asReason(peek(data, 'reason')) !== undefined && asText(peek(data, 'domain')) !== undefined;
  const payload = wrapped ? peek(data, 'data') : data;
  const sources = wrapped ? [data, payload] : [data];
  const first = <T>(key: string, as: (thing: unknown) => T | undefined): T | undefined => {
    for (const source of sources) {
      const value = as(peek(source, key));
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return {
    domain: wrapped ? asText(peek(data, 'domain')) : undefined,
    // RouterOS UNSAFE_OPERATION has a `reason` that is a sentence: its own key goes first, and only names are names.
    reason:
      (wrapped ? asReason(peek(data, 'reason')) : undefined) ??
      first('mcp_error_code', asReason) ??
      first('reason', asReason) ??
      // Engram's results that refuse have their own namespace of codes.
      first('error_code', asReason),
    code: wrapped ? asInteger(peek(data, 'code')) : undefined,
    category: first('category', asText),
    retryable: first('retryable', asBoolean),
    retryAfter: first('retry_after', parseSeconds),
    effect: first('effect', asEffect) ?? asEffect(peek(first('details', asObject), 'effect')),
    strategy: first('recovery_strategy', (thing) => asOneOf(thing, STRATEGIES)),
    ref: first('ref', asText) ?? first('correlation_id', asText),
    // Engram's `details` is an object; only a text can be shown.
    details: first('details', asText),
    suggestion: first('suggestion', asText) ?? first('suggestions', asTexts)?.[0],
    nextSteps: first('next_steps', asTexts) ?? first('suggestions', asTexts),
    alternatives: first('alternatives', asAlternatives),
    fields: readFields(payload),
    payload,
  };
}

function asReason(thing: unknown): string | undefined {
  return typeof thing === 'string' && thing.length <= 100 && /^[A-Z][A-Z0-9_]*$/.test(thing)
    ? thing
    : undefined;
}

function asEffect(thing: unknown): Effect | undefined {
  return asOneOf(thing, EFFECTS);
}

function asObject(thing: unknown): object | undefined {
  return isObject(thing) ? thing : undefined;
}

function asTexts(thing: unknown): readonly string[] | undefined {
  const texts = itemsOf(thing).flatMap((item) => asText(item) ?? []);
  return texts.length === 0 ? undefined : texts;
}

function asAlternatives(thing: unknown): readonly Alternative[] | undefined {
  const alternatives = itemsOf(thing).flatMap((item): Alternative[] => {
    const tool = asText(peek(item, 'tool'));
    const description = asText(peek(item, 'description'));
    if (tool === undefined || description === undefined) return [];
    const given = peek(item, 'arguments');
    return [
      isObject(given)
        ? { tool, description, arguments: given as Readonly<Record<string, unknown>> }
        : { tool, description },
    ];
  });
  return alternatives.length === 0 ? undefined : alternatives;
}

/** The refused arguments: the list of `errors`, or the single `field` of a payload that has only one to name. */
function readFields(payload: unknown): readonly FieldError[] | undefined {
  const listed = itemsOf(peek(payload, 'errors')).flatMap(
    (item) => readField(item, undefined) ?? [],
  );
  if (listed.length > 0) return listed;
  const single = readField(payload, asText(peek(payload, 'details')));
  return single === undefined ? undefined : [single];
}

function readField(item: unknown, fallback: string | undefined): FieldError | undefined {
  const field = asText(peek(item, 'field'));
  if (field === undefined) return undefined;
  const expected = asText(peek(item, 'expected'));
  const received = asScalar(peek(item, 'received')) ?? asScalar(peek(item, 'value'));
  const example = peek(item, 'example');
  const message =
    asText(peek(item, 'message')) ??
    fallback ??
    (expected === undefined ? 'Invalid value' : `Expected ${expected}`);
  return {
    field,
    message,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    ...(example !== undefined && { example }),
  };
}

function asScalar(thing: unknown): string | undefined {
  return typeof thing === 'number' || typeof thing === 'boolean' ? String(thing) : asText(thing);
}
