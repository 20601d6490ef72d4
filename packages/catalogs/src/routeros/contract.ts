import {
  type Condition,
  type Contract,
  type DataShape,
  defineContract,
  type Fault,
  type FaultOptions,
} from '@errata/core';
import type { ContractOptions } from '@errata/core/internal';
import {
  declaredContext,
  EFFECTS,
  type Fields,
  GENERIC_DOMAIN,
  objectOrEmpty,
  MODERN,
  peek,
  PROTOCOL_CONDITIONS,
  STRATEGIES,
} from '@errata/core/internal';
import { routeros, type RouterosContext } from './catalog.js';
import { completeValidation, DEFAULT_RETRY_AFTER, suggestionFor } from './wording.js';

/** Options of the data shape. */
export interface RouterosShapeOptions {
  /** `full` has all advice of the definition; `given` only that of the occurrence. */
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
  const members = objectOrEmpty(data);
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

/** Options of the contract of RouterOS MCP. */
export interface RouterosContractOptions extends RouterosShapeOptions {
  /** The surface of a failed tool call, in place of the rule below. */
  readonly toolFailures?: NonNullable<ContractOptions['toolFailures']>;
}

/** How the catalog looks on the wire: the title as message, and JSON-RPC errors for failed tools up to 2025-11-25. */
export function createRouterosContract(options: RouterosContractOptions = {}): Contract {
  return defineContract({
    catalog: routeros,
    shape: createRouterosShape(options),
    rpcData: 'payload',
    // On 2026-07-28 an unknown tool is −32602: "Method not found" would be the name of another number.
    message: (fault, { era }) =>
      era === MODERN && fault.condition === 'unknown-tool' ? fault.details : fault.title,
    details: withExpected,
    suggestion: forUser,
    steps: stepsForModel,
    toolFailures: options.toolFailures ?? ((era) => (era === MODERN ? 'tool' : 'rpc')),
    adopt: adoptGeneric,
  });
}

/** The contract of RouterOS MCP. */
export const routerosContract = createRouterosContract();

/** Characters of a wrong value that are repeated to the model that sent it. */
const REPEATED = 24;

/** What a model reads: the argument, its value and what was expected, because it does not see `data`. */
function withExpected({ reason, details, context }: Fault): string {
  const { field, value, expected } = objectOrEmpty(context) as Readonly<Record<string, string>>;
  const known = [field, value, expected].every((each) => typeof each === 'string');
  if (reason !== 'VALIDATION_ERROR' || !known) return details;
  const short = value!.length > REPEATED ? `${value!.slice(0, REPEATED)}…` : value;
  return `${field} '${short}': ${expected}`;
}

/** A model does not switch off its own safety gate: it asks the user. `data` keeps the words of the document. */
function forUser({ reason, context }: Fault): string | undefined {
  const { required_flag: flag } = objectOrEmpty(context);
  if (reason !== 'FORBIDDEN' || typeof flag !== 'string') return undefined;
  return `Ask the user to set ${flag}=true on this device, or use a different device`;
}

function stepsForModel(fault: Fault): readonly string[] | undefined {
  if (forUser(fault) === undefined) return undefined;
  return fault.nextSteps?.filter((step) => !step.startsWith('Use registry/update'));
}

/** Turns what core recognised in a thrown value into a reason of this contract. Faults of other domains are matched by condition. */
function adoptGeneric(foreign: Fault): Fault | undefined {
  if (foreign.domain !== GENERIC_DOMAIN) return undefined;
  const { condition, effect, details } = foreign;
  const { ref } = foreign.given;
  const cause = foreign.cause ?? foreign;
  const given: FaultOptions = { cause, effect, ...(ref !== undefined && { ref }) };
  switch (condition) {
    case 'validation':
      return routeros.VALIDATION_ERROR(fieldErrorsOf(foreign), given);
    case 'timeout':
      return routeros.TIMEOUT({ retry_after: DEFAULT_RETRY_AFTER }, { ...given, details });
    default:
      if (condition !== undefined && KEPT.has(condition)) return undefined;
      // Any other undeclared failure is our own bug, also a broken connection: it does not say to which device.
      return routeros.INTERNAL_ERROR(
        { error_type: classNameOf(foreign.cause) },
        { ...given, masked: true },
      );
  }
}

// A missing permission, and failures of the call itself, have a definition here that fits them by their condition.
const KEPT: ReadonlySet<Condition> = new Set<Condition>([...PROTOCOL_CONDITIONS, 'forbidden']);

function fieldErrorsOf({ context }: Fault): RouterosContext<'VALIDATION_ERROR'> {
  const { errors } = objectOrEmpty(context);
  return Array.isArray(errors) && errors.length > 0
    ? { errors: errors as NonNullable<RouterosContext<'VALIDATION_ERROR'>['errors']> }
    : {};
}

/** The name of an exception's class: all that the peer gets of it. */
function classNameOf(thrown: unknown): string {
  const name = peek(peek(thrown, 'constructor'), 'name');
  // A class can be given any name at run time; only what looks like one is passed on.
  return typeof name === 'string' && /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? name : 'Error';
}
