import {
  declaredContext,
  membersOf,
  EFFECTS,
  STRATEGIES,
  type Fields,
} from '@errata/core/internal';
import type { DataShape, Fault } from '@errata/core';
import { routeros } from './catalog.js';
import { completeValidation } from './field-errors.js';
import { DEFAULT_RETRY_AFTER, suggestionFor } from './strategy.js';

/** Options of the data shape. */
export interface RouterosShapeOptions {
  /** `full` tells all that the definition advises; `given` only what the thrower said itself. */
  readonly guidance?: 'full' | 'given';
}

/** The members of `error.data` beside the context fields. */
const envelope = {
  mcp_error_code: 'string',
  details: 'string',
  recovery_strategy: { type: 'string?', values: STRATEGIES },
  suggestion: 'string?',
  suggestions: 'string[]?',
  next_steps: 'string[]?',
  alternatives: {
    type: 'object[]?',
    items: { tool: 'string', description: 'string', arguments: 'object?' },
  },
  retry_after: { type: 'integer?', description: 'Seconds to wait before retry' },
  effect: { type: 'string', values: EFFECTS, description: 'What the failed call did' },
  ref: { type: 'string?', description: 'Leads the operator to the record of this failure' },
  _debug_details: { type: 'string?', description: 'Only in local debug mode' },
} as const satisfies Fields;

/** `{ mcp_error_code, details, …context…, recovery_strategy, suggestion, … }`: the `error.data` of this contract. */
export function createRouterosShape(options: RouterosShapeOptions = {}): DataShape {
  const { guidance = 'full' } = options;
  const guide = guidance === 'given' ? addGiven : addAll;
  return {
    envelope,
    write(fault, view) {
      // A context may bring a narrower word for the code than the reason; elsewhere the field is not declared.
      const { mcp_error_code = fault.reason, ...context } = declaredContext(fault);
      const data: Record<string, unknown> = { mcp_error_code, details: fault.details, ...context };
      if (guide === addAll && fault.reason === 'VALIDATION_ERROR') completeValidation(data);
      guide(data, fault);
      data['effect'] = fault.effect;
      if (guidance === 'full') data['ref'] = fault.ref;
      // The contract wants whole seconds; half of one rounded down would be too early.
      if (typeof data['retry_after'] === 'number')
        data['retry_after'] = Math.ceil(data['retry_after']);
      if (view.debug === true) add(data, '_debug_details', fault.given.debug);
      return data;
    },
    read: readRouterosData,
  };
}

/** `error.data` of RouterOS MCP. */
export const routerosShape = createRouterosShape();

function addGiven(data: Record<string, unknown>, { given }: Fault): void {
  add(data, 'recovery_strategy', given.strategy);
  add(data, 'suggestion', given.suggestion);
  addList(data, 'suggestions', given.suggestions);
  addList(data, 'next_steps', given.nextSteps);
  addList(data, 'alternatives', given.alternatives);
  add(data, 'retry_after', given.retryAfter);
}

function addAll(data: Record<string, unknown>, fault: Fault): void {
  const { strategy } = fault;
  const retries = strategy === 'retry_with_backoff';
  const retryAfter = retries ? (fault.retryAfter ?? DEFAULT_RETRY_AFTER) : fault.given.retryAfter;
  add(data, 'recovery_strategy', strategy);
  // What the thrower said stays; the text of the strategy only fills an empty place.
  add(data, 'suggestion', fault.suggestion ?? suggestionFor(strategy, retryAfter));
  addList(data, 'suggestions', fault.suggestions);
  addList(data, 'next_steps', fault.nextSteps);
  addList(data, 'alternatives', fault.alternatives);
  add(data, 'retry_after', retryAfter);
}

function add(data: Record<string, unknown>, name: keyof typeof envelope, value: unknown): void {
  if (value !== undefined) data[name] = value;
}

function addList(
  data: Record<string, unknown>,
  name: keyof typeof envelope,
  list: readonly unknown[] | undefined,
): void {
  if (list !== undefined && list.length > 0) data[name] = list;
}

function readRouterosData(data: unknown) {
  const members = membersOf(data);
  const { mcp_error_code: code, details } = members;
  const context = Object.fromEntries(
    Object.entries(members).filter(
      // Seconds to wait are a context field too; a code that is no reason of ours is the narrower word of −32602.
      ([name]) => !Object.hasOwn(envelope, name) || name === 'retry_after',
    ),
  );
  if (typeof code !== 'string') return { context, ...(typeof details === 'string' && { details }) };
  if (routeros.definition(code) === undefined) context['mcp_error_code'] = code;
  return { reason: code, context, ...(typeof details === 'string' && { details }) };
}
