import { classify, Fault, type FaultOptions, isFault, type Strategy } from '@errata/core';
import { type Definition, GENERIC_DOMAIN } from '@errata/core/internal';
import { routeros, type RouterosContext, type RouterosReason } from './catalog.js';
import { routerosContract } from './contract.js';
import { deviceNotFoundSuggestions, devicesWithTier } from './general.js';
import {
  cut,
  DEFAULT_RETRY_AFTER,
  ErrorRecoveryStrategy,
  fillTemplate,
  type GuardedTier,
  inSeconds,
  suggestionFor,
  TIER_FLAGS,
  type ToolTier,
} from './wording.js';
import {
  DEVICE_ERROR_TEMPLATES,
  ERROR_TEMPLATES,
  type ErrorTemplate,
  type TemplateName,
} from './templates.js';

/** Throw NOT_FOUND for a device that is not registered. */
export function raiseDeviceNotFound(deviceId: string, options?: FaultOptions): never {
  throw routeros.NOT_FOUND({ device_id: deviceId, resource_type: 'device' }, options);
}

/** The devices that there are, for the advice. */
export interface AvailableDevices extends FaultOptions {
  readonly availableDevices: readonly string[];
}

/** Throw NOT_FOUND with what to do next; the sentence names five devices at most. */
export function raiseDeviceNotFoundIntentBased(
  deviceId: string,
  { availableDevices, ...options }: AvailableDevices,
): never {
  const listed = availableDevices.slice(0, 5).join(', ') || 'none';
  throw routeros.NOT_FOUND(
    { device_id: deviceId, available_device_count: availableDevices.length },
    {
      message: 'Device Not Found',
      details:
        `Device '${cut(deviceId)}' not found in registry. Available devices: ${listed}. ` +
        'Use registry/list to see all devices, or registry/add to add a new device.',
      suggestions: deviceNotFoundSuggestions(deviceId),
      ...options,
    },
  );
}

/** The tier that was refused, and the flag that would allow it. */
export interface ForbiddenTier extends FaultOptions {
  readonly tier: GuardedTier;
  readonly requiredFlag?: string;
  /** Where the caller may look for another device. */
  readonly environment?: string;
}

/** Throw FORBIDDEN for a device whose flag does not allow the tier. */
export function raiseForbiddenTier(deviceId: string, options: ForbiddenTier): never {
  const { tier, requiredFlag = TIER_FLAGS[tier], environment, ...given } = options;
  throw createActionableError('FORBIDDEN', {
    details: `Device '${deviceId}' does not allow ${tier} tier operations`,
    recoveryStrategy: ErrorRecoveryStrategy.USER_ACTION_REQUIRED,
    context: { device_id: deviceId, tool_tier: tier, required_flag: requiredFlag },
    suggestion: `Enable ${tier} operations by setting device flag '${requiredFlag}=true', or use a different device.`,
    ...(environment !== undefined && {
      alternatives: [devicesWithTier(tier, requiredFlag, environment)],
    }),
    ...given,
  });
}

/** How long the device was waited for. */
export interface ConnectionTimeout extends FaultOptions {
  /** Seconds. */
  readonly timeout: number;
}

/** Throw DEVICE_UNREACHABLE for a device that did not answer in time. */
export function raiseDeviceUnreachable(deviceId: string, options: ConnectionTimeout): never {
  const { timeout, retryAfter = DEFAULT_RETRY_AFTER, ...given } = options;
  throw createActionableError('DEVICE_UNREACHABLE', {
    details: `Connection timeout after ${inSeconds(timeout)}`,
    recoveryStrategy: ErrorRecoveryStrategy.RETRY_WITH_BACKOFF,
    context: { device_id: deviceId, timeout_seconds: timeout, retry_after: retryAfter },
    ...given,
  });
}

/** The value that was refused, and what is expected instead. */
export interface InvalidValue extends FaultOptions {
  readonly value: unknown;
  readonly expected: string;
}

/** Throw VALIDATION_ERROR for one field. */
export function raiseValidationError(field: string, options: InvalidValue): never {
  const { value: invalid, expected, ...given } = options;
  const value = String(invalid);
  throw createActionableError('VALIDATION_ERROR', {
    details: `Invalid value for field '${field}': ${cut(value)}`,
    recoveryStrategy: ErrorRecoveryStrategy.FIX_AND_RETRY,
    context: { field, value, expected },
    suggestion: `Provide a valid ${expected} for field '${field}'`,
    ...given,
  });
}

/** What the device itself answered. */
export interface DeviceAnswer extends FaultOptions {
  readonly routerosError: string;
  /** What the device answered: decides recovery and effect. */
  readonly httpStatus?: number;
}

/** Throw DEVICE_ERROR in few words; the device's whole text is for the operator. */
export function raiseDeviceErrorConcise(deviceId: string, options: DeviceAnswer): never {
  const { routerosError, httpStatus, ...given } = options;
  throw createTokenEfficientError('DEVICE_ERROR', {
    shortDetails: (redact) => `RouterOS error: ${cut(redact(routerosError))}`,
    fullDetails: routerosError,
    context: { device_id: deviceId, ...(httpStatus !== undefined && { http_status: httpStatus }) },
    suggestion: 'Check device configuration or parameters',
    ...given,
  });
}

/** Options of `createActionableError`. */
export interface ActionableOptions<R extends RouterosReason> extends Omit<
  FaultOptions,
  'details' | 'strategy'
> {
  readonly details: NonNullable<FaultOptions['details']>;
  readonly recoveryStrategy: Strategy;
  readonly context: RouterosContext<R>;
}

/** A fault that says how to recover from it. The thrower's own suggestion is kept; the strategy fills an empty one. */
export function createActionableError<R extends RouterosReason>(
  reason: R,
  options: ActionableOptions<R>,
): Fault {
  const { recoveryStrategy: strategy, context, ...given } = options;
  const { retry_after: retryAfter } = context as { readonly retry_after?: number };
  const suggestion = given.suggestion ?? suggestionFor(strategy, given.retryAfter ?? retryAfter);
  return createFault(reason, context, { ...given, strategy, suggestion });
}

/** Options of `createTokenEfficientError`. */
export interface TokenEfficientOptions<R extends RouterosReason> extends Omit<
  FaultOptions,
  'details' | 'debug'
> {
  /** What the model reads. */
  readonly shortDetails: NonNullable<FaultOptions['details']>;
  /** What the operator reads: in the record, and on the wire in debug mode only. */
  readonly fullDetails?: string;
  readonly context: RouterosContext<R>;
}

/** A fault that costs the model few tokens: the long story goes to the operator. */
export function createTokenEfficientError<R extends RouterosReason>(
  reason: R,
  options: TokenEfficientOptions<R>,
): Fault {
  const { shortDetails, fullDetails, context, ...given } = options;
  const { routeros_error: raw } = context as { readonly routeros_error?: string };
  return createFault(
    reason,
    raw === undefined ? context : { ...context, routeros_error: cut(raw) },
    { ...given, details: shortDetails, ...(fullDetails !== undefined && { debug: fullDetails }) },
  );
}

/** A fault by the name of its reason, for callers that learn the reason at run time. */
function createFault(reason: RouterosReason, context: object, given?: FaultOptions): Fault {
  return new Fault(routeros[reason].definition as unknown as Definition<object>, context, given);
}

type ReasonOf<N extends TemplateName> = N extends keyof typeof DEVICE_ERROR_TEMPLATES
  ? N
  : 'VALIDATION_ERROR';

type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** What a template needs: the fields of its reason, with those required that its sentence mentions. */
export type TemplateContext<N extends TemplateName> = N extends TemplateName
  ? RouterosContext<ReasonOf<N>> & {
      readonly [P in Placeholder<(typeof ERROR_TEMPLATES)[N]['message_template']>]: string;
    }
  : never;

/** The fault that a template describes: its sentence, what was expected, how to recover. */
export function fromTemplate<N extends TemplateName>(
  name: N,
  context: TemplateContext<N>,
  options: FaultOptions = {},
): Fault {
  const { message_template, recovery, suggestions, expected }: ErrorTemplate =
    ERROR_TEMPLATES[name];
  const values = { retry_after: DEFAULT_RETRY_AFTER, ...context };
  // What the device answered decides over the template: a device that failed is not repaired by other arguments.
  const byCause = 'http_status' in context && context.http_status !== undefined;
  return createFault(
    Object.hasOwn(DEVICE_ERROR_TEMPLATES, name) ? (name as ReasonOf<N>) : 'VALIDATION_ERROR',
    expected === undefined ? context : { expected: fillTemplate(expected, values), ...context },
    {
      details: fillTemplate(message_template, values),
      ...(!byCause && { strategy: recovery }),
      ...(suggestions && { suggestions: suggestions.map((text) => fillTemplate(text, values)) }),
      ...options,
    },
  );
}

/** The tool whose failures `handleToolErrors` handles. */
export interface HandledTool {
  readonly toolName: string;
  readonly tier: ToolTier;
}

/**
 * Wrap a tool so that whatever it throws is a fault of this catalog that names the tool. A declared fault stays what it
 * is; arguments that the tool refused itself (`classify(error, { input: true })`), a missing permission and a deadline
 * are recognised; anything else is INTERNAL_ERROR.
 */
export function handleToolErrors({ toolName, tier }: HandledTool) {
  return <A extends readonly unknown[], T>(tool: (...args: A) => T | Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await tool(...args);
      } catch (thrown) {
        const tool = { tool_name: toolName, tool_tier: tier };
        if (isFault(thrown) && thrown.domain !== GENERIC_DOMAIN) {
          throw NAMING.has(thrown.reason) ? named(thrown, tool) : thrown;
        }
        throw withTool(routerosContract.adopt(classify(thrown)), tool);
      }
    };
}

/** Failures of any tool that say which one it was. */
const NAMING: ReadonlySet<string> = new Set<RouterosReason>(['VALIDATION_ERROR', 'TIMEOUT']);

/** The same fault, with the tool where it has a place for it and nothing there yet. */
function named(fault: Fault, tool: Readonly<Record<string, string>>): Fault {
  const members = declaredOf(fault, tool);
  const isNamed = Object.keys(members).every((name) => Object.hasOwn(fault.context, name));
  if (isNamed) return fault;
  const given = { ...fault.given, ref: fault.ref };
  return new Fault(fault.definition, { ...members, ...fault.context }, given);
}

function withTool(fault: Fault, tool: Readonly<Record<string, string>>): Fault {
  const { strategy, retryAfter, suggestion = suggestionFor(strategy, retryAfter) } = fault;
  return new Fault(
    fault.definition,
    { ...fault.context, ...declaredOf(fault, tool) },
    { ...fault.given, strategy, suggestion },
  );
}

function declaredOf(fault: Fault, tool: Readonly<Record<string, string>>): object {
  const declared = new Set(fault.definition.fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(tool).filter(([name]) => declared.has(name)));
}
