import {
  classify,
  type Condition,
  type Contract,
  createRedactor,
  type DataShape,
  defineContract,
  type Era,
  type Fault,
  type FaultOptions,
  isFault,
  type Redactor,
  standard,
  toRpcErrorJson,
} from '@errata/core';
import {
  declaredContext,
  DEFAULT_BUDGET,
  EFFECTS,
  GENERIC_DOMAIN,
  objectOrEmpty,
  MODERN,
  type Ref,
} from '@errata/core/internal';
import { engram } from './catalog.js';
import {
  CHINESE_WORDS,
  chineseDetails,
  chineseMessage,
  chineseSuggestion,
  type EngramLang,
} from './messages.js';
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
    const { reason, details } = objectOrEmpty(data);
    const { effect: _effect, ...context } = objectOrEmpty(details);
    return { ...(typeof reason === 'string' && { reason }), context };
  },
};

/**
 * Turns what core recognised in a thrown value into a reason of Engram. Bad input and database failures have their own
 * reasons. A refused connection does not say to what: the code that calls OpenMemory says it, and the rest is unhandled.
 */
function adoptGeneric(foreign: Fault): Fault | undefined {
  if (foreign.domain !== GENERIC_DOMAIN) return undefined;
  const given: FaultOptions = {
    cause: foreign.cause ?? foreign,
    effect: foreign.effect,
    // Only a ref that was given: one that the fault makes would hide the request's.
    ...(foreign.given.ref !== undefined && { ref: foreign.given.ref }),
  };
  switch (foreign.condition) {
    case 'validation':
    case 'invalid-params':
      return invalidParam(firstIssue(foreign), given);
    case 'storage-unavailable': {
      const { error_type } = foreign.context as { error_type?: string };
      return engram.LOGBOOK_DB_UNAVAILABLE({ error_type }, given);
    }
    default:
      return engram.UNHANDLED_EXCEPTION({}, given);
  }
}

interface Issue {
  readonly param?: string;
  readonly expected?: string;
  readonly received?: string;
}

// `missing` is arktype's word for it.
const NOTHING = new Set(['undefined', 'missing']);
const TYPES = new Set([
  ...['string', 'number', 'integer', 'int', 'bigint', 'boolean', 'object', 'record', 'array'],
  ...['date', 'null', 'undefined', 'function', 'symbol', 'nan'],
]);

/** By the facts of the issue, never by its text. */
function invalidParam({ param, expected, received }: Issue, given: FaultOptions): Fault {
  if (param === undefined) return engram.INVALID_PARAM_VALUE({}, given);
  if (received !== undefined && NOTHING.has(received)) {
    return engram.MISSING_REQUIRED_PARAM({ param }, given);
  }
  if (!isTypeName(expected)) return engram.INVALID_PARAM_VALUE({ param, expected }, given);
  // Some libraries put the value itself into `received`, and what was given may be secret.
  const type = isTypeName(received) ? { received } : {};
  return engram.INVALID_PARAM_TYPE({ param, expected, ...type }, given);
}

function firstIssue(foreign: Fault): Issue {
  const { errors } = foreign.context as { errors?: unknown };
  const { field, expected, received } = objectOrEmpty(
    Array.isArray(errors) ? errors[0] : undefined,
  );
  return {
    ...(isText(field) && field !== WHOLE_INPUT && { param: field }),
    ...(isText(expected) && { expected }),
    ...(isText(received) && { received }),
  };
}

/** What core calls the input itself when no field of it is meant. */
const WHOLE_INPUT = '(root)';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTypeName(name: string | undefined): name is string {
  return name !== undefined && TYPES.has(name.toLowerCase().replace(/^an? /, ''));
}

/** Options of the contract of Engram. */
export interface EngramContractOptions {
  /**
   * The language of every text: `error.message`, and what a model reads. Reasons and codes are the same in both. In Chinese, details
   * that a thrower gives in another language are replaced by the words of the seed.
   */
  readonly lang?: EngramLang;
}

/** Engram on the wire: tool failures are JSON-RPC errors as in the seed, and results from 2026-07-28 on. */
export function createEngramContract({ lang = 'en' }: EngramContractOptions = {}): Contract {
  const contract = defineContract({
    catalog: engram,
    shape: engramShape,
    rpcData: 'payload',
    ...(lang === 'zh' && {
      message: chineseMessage,
      details: chineseDetails,
      suggestion: chineseSuggestion,
      toolWords: CHINESE_WORDS,
    }),
    specified: (fault, view) => ({
      ...(lang === 'zh' && { message: chineseMessage(fault) }),
      // §2.1: the four are in all errors. §3: `reason` is one of the 19.
      members: engramShape.write(engram.INVALID_REQUEST({}, { ref: fault.ref }), view)!,
    }),
    toolFailures: (era) => (era === MODERN ? 'tool' : 'rpc'),
    adopt: adoptGeneric,
  });
  return {
    ...contract,
    definitionFor: (condition) => contract.definitionFor(wordFor(condition)),
    protocolFault: (condition, context, given) =>
      (condition === 'invalid-params' ? parameterFault(context, given) : undefined) ??
      contract.protocolFault(wordFor(condition), withParam(context), given),
    // §3: `reason` is one of the 19, so the standard failures get Engram's reasons too.
    adopt: (fault) =>
      fault.domain === standard.domain ? adoptStandard(fault, contract) : contract.adopt(fault),
  };
}

/** The contract of the Engram gateway, with messages in English. */
export const engramContract: Contract = createEngramContract();

/** INVALID_PARAM_VALUE is for the protocol's parameters and for a tool's arguments. */
function wordFor(condition: Condition): Condition {
  return condition === 'invalid-params' ? 'validation' : condition;
}

/** A named parameter of a method is missing or of the wrong type (§5.1). */
function parameterFault(
  { field, expected, received, method: of }: Record<string, unknown>,
  given: FaultOptions = {},
): Fault | undefined {
  if (typeof field !== 'string' || typeof of !== 'string') return undefined;
  // The words are this contract's own, in its language.
  const { details: _details, ...rest } = given;
  if (received === 'nothing') {
    return engram.MISSING_REQUIRED_PARAM({ param: field, method: of }, rest);
  }
  const types = {
    ...(typeof expected === 'string' && { expected }),
    ...(typeof received === 'string' && { received }),
  };
  return engram.INVALID_PARAM_TYPE({ param: field, ...types, method: of }, rest);
}

/** The wrong parameter, if only the list of errors names it. */
function withParam(context: Record<string, unknown>): Record<string, unknown> {
  const { field } = objectOrEmpty(
    Array.isArray(context['errors']) ? context['errors'][0] : undefined,
  );
  return typeof field === 'string' ? { param: field, ...context } : context;
}

function adoptStandard(fault: Fault, contract: Contract): Fault {
  return contract.protocolFault(wordFor(fault.condition!), declaredContext(fault), fault.given);
}

/** The `error` member of a reply. The transport adds the id. */
export interface EngramError {
  readonly code: number;
  readonly message: string;
  readonly data: ErrorData;
}

/** Options of `toJsonRpcError`. */
export interface ToJsonRpcErrorOptions {
  readonly contract?: Contract;
  /** Default: the last era that has the seed's literal numbers. */
  readonly era?: Era;
  /** The ref of the request, where it already has one. */
  readonly correlationId?: Ref;
  readonly redactor?: Redactor;
}

/** Makes the error object of any thrown value (seed 002 §6, `to_jsonrpc_error`). */
export function toJsonRpcError(thrown: unknown, options: ToJsonRpcErrorOptions = {}): EngramError {
  const { contract = engramContract, era = '2025-11-25', correlationId } = options;
  const fault = contract.adopt(isFault(thrown) ? thrown : classify(thrown));
  if (correlationId !== undefined) fault.adoptRef(correlationId);
  const view = { era, redactor: options.redactor ?? createRedactor(), budget: DEFAULT_BUDGET };
  return JSON.parse(toRpcErrorJson(fault, contract, view)) as EngramError;
}
