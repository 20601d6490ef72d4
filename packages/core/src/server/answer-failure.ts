import { standard } from '../catalog/index.js';
import {
  encodeError,
  encodeResult,
  idValue,
  type Params,
  type Problem,
  type WireError,
} from '../codec/index.js';
import {
  type Contract,
  createRpcWriter,
  type FaultRecord,
  objectOrEmpty,
  type FailureOrigin,
  toFaultRecord,
  toRpcError,
  toToolFailureJson,
  toToolFailureObject,
  type View,
} from '../contract/index.js';
import { type Condition, PROTOCOL_CONDITIONS } from '../era/index.js';
import {
  classify,
  type Definition,
  type Expose,
  exposedText,
  Fault,
  type FaultOptions,
  GENERIC,
  isFault,
  toolError,
  withText,
} from '../fault/index.js';
import { type Call, type ProtocolFailure, ignoringErrors } from './call.js';

/** Where the failure of a tool goes: an error object, or a result that says so. */
export type ToolSurface = 'rpc' | 'tool';

/** Gets the operator's record of every failure, and the fault itself. */
export type OnFault = (record: FaultRecord, fault: Fault) => void;

/** An observer that may want some failures only: no record is made of the others. */
export type SelectiveOnFault = OnFault & {
  readonly wants?: (fault: Fault) => boolean;
  /** Gets the failures of cancelled calls, which have no reply. */
  readonly cancelled?: OnFault | undefined;
};

/** Turns failures into replies, and reports each to the operator. Never throws. */
export interface FailureAnswers {
  /** The reply for a thrown or returned failure; none if the call was cancelled. */
  fail(
    thrown: unknown,
    call: Call,
    params: Params | undefined,
    surface?: ToolSurface,
  ): string | undefined;
  /** The reply to a failure that the protocol layer found: an error object, in every era. */
  refuse(failure: ProtocolFailure, call: Call, params?: Params, origin?: FailureOrigin): string;
  /** `fail` and `refuse` for servers that write their replies themselves. */
  failBody(
    thrown: unknown,
    call: Call,
    params: Params | undefined,
    surface?: ToolSurface,
  ): FailureBody | undefined;
  refuseBody(
    failure: ProtocolFailure,
    call: Call,
    params?: Params,
    origin?: FailureOrigin,
  ): FailureBody;
  /** No reply: only the operator gets it. */
  note(thrown: unknown, call: Call, params: Params | undefined): undefined;
  /** The fault of a failure that the protocol layer found. */
  toFault(failure: ProtocolFailure, call: Call): Fault;
}

/** The failure in a reply: an error object, or the result of a failed tool. */
export type FailureBody =
  | { readonly error: WireError; readonly result?: never }
  | { readonly result: object; readonly error?: never };

/** The failure of a text that is not a valid message. */
export function failureOf({ condition, problem, details }: Problem): ProtocolFailure {
  return { condition, context: { problem }, given: { details } };
}

export function createFailureAnswers(
  contract: Contract,
  view: View,
  onFault: SelectiveOnFault | undefined,
  expose?: Expose,
): FailureAnswers {
  const write = createRpcWriter(contract, view);
  const { unexpected } = contract.catalog;

  /** The text of the author in place of ours. All else stays as the exception was recognised, if it was. */
  const exposed = (text: string, occurred: Fault, adopted: Fault): Fault => {
    const isUnknown = ({ definition }: Fault) =>
      definition === unexpected || definition === (GENERIC.UNEXPECTED as Definition);
    if (!isUnknown(adopted)) return withText(adopted, text);
    const { cause, retryable, retryAfter = true, effect } = occurred;
    const known = isUnknown(occurred) ? {} : { effect, ...(retryable && { retry: retryAfter }) };
    return contract.adopt(toolError(text, { ...known, cause }));
  };
  const unreadableId = contract.unreadableId(view.era);
  const usual = contract.toolFailures(view.era);

  // The contract's own hooks may fail too; then the peer gets the standard failure and the operator what was thrown.
  const adopt = (thrown: unknown, call: Call): Fault => {
    try {
      const isStopped = call.cancelled && thrown === call.signal.reason;
      const occurred = isStopped ? stopped(thrown) : occurrenceOf(thrown);
      const adopted = contract.adopt(occurred);
      const text = isStopped || isFault(thrown) ? undefined : exposedText(thrown, expose);
      return ofCall(call, text === undefined ? adopted : exposed(text, occurred, adopted));
    } catch {
      return standard.INTERNAL_ERROR({}, { cause: thrown, masked: true });
    }
  };

  const toFault = ({ condition, context = {}, given }: ProtocolFailure, call: Call): Fault => {
    try {
      return ofCall(call, contract.protocolFault(condition, context, given));
    } catch {
      return standard.INTERNAL_ERROR({}, { cause: given?.cause, masked: true });
    }
  };

  const observe = (fault: Fault, call: Call, params: Params | undefined): void => {
    if (onFault === undefined) return;
    const observer: SelectiveOnFault | undefined =
      call.cancelled && 'cancelled' in onFault ? onFault.cancelled : onFault;
    ignoringErrors(() =>
      observer?.wants?.(fault) === false
        ? undefined
        : observer?.(toFaultRecord(fault, contract, view, describeCall(call, params)), fault),
    );
  };

  const tell = (fault: Fault, origin: FailureOrigin, call: Call): void => {
    call.fault = fault;
    const { exchange } = call;
    if (exchange?.failed !== undefined) ignoringErrors(() => exchange.failed!(fault, origin));
  };

  const toError = (fault: Fault, call: Call): string =>
    encodeError(call.id, write(fault), unreadableId);

  /** The fault that is answered with, and whether it goes into the result of a tool; undefined for a cancelled call. */
  const judge = (
    thrown: unknown,
    call: Call,
    params: Params | undefined,
    surface: ToolSurface = usual,
  ): { readonly fault: Fault; readonly isResult: boolean } | undefined => {
    const fault = adopt(thrown, call);
    observe(fault, call, params);
    if (call.cancelled) return undefined;
    tell(fault, 'handler', call);
    const isResult = surface === 'tool' && call.method === 'tools/call' && isOfTool(fault, thrown);
    return { fault, isResult };
  };

  const refused = (
    failure: ProtocolFailure,
    call: Call,
    params: Params | undefined,
    origin: FailureOrigin,
  ): Fault => {
    const fault = toFault(failure, call);
    observe(fault, call, params);
    tell(fault, origin, call);
    return fault;
  };

  return {
    fail(thrown, call, params, surface) {
      const judged = judge(thrown, call, params, surface);
      if (judged === undefined) return undefined;
      const { fault, isResult } = judged;
      const json = isResult ? orNone(() => toToolFailureJson(fault, contract, view)) : undefined;
      return json === undefined ? toError(fault, call) : encodeResult(call.id!, json);
    },
    refuse: (failure, call, params, origin = 'edge') =>
      toError(refused(failure, call, params, origin), call),
    failBody(thrown, call, params, surface) {
      const judged = judge(thrown, call, params, surface);
      if (judged === undefined) return undefined;
      const { fault, isResult } = judged;
      const result = isResult
        ? orNone(() => toToolFailureObject(fault, contract, view))
        : undefined;
      return result === undefined ? { error: toRpcError(fault, contract, view) } : { result };
    },
    refuseBody: (failure, call, params, origin = 'edge') => ({
      error: toRpcError(refused(failure, call, params, origin), contract, view),
    }),
    note: (thrown, call, params) => void observe(adopt(thrown, call), call, params),
    toFault,
  };
}

/** The hooks of a contract may throw: the error object is written in another way. */
function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined; // the caller writes an error object
  }
}

/** Our own faults need no classification; one of another copy of this package may be older than `occurrence`. */
function occurrenceOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown.occurrence();
  const fault = classify(thrown);
  return typeof fault.occurrence === 'function' ? fault.occurrence() : fault;
}

/** A handler that stops may throw the reason of its signal, which is mostly a text. */
function stopped(cause: unknown): Fault {
  return new Fault(GENERIC.CANCELLED as Definition, {}, { cause });
}

/** One ref for the whole request; the effect of a read-only call is `none`. */
function ofCall({ refIfUsed, readOnly }: Call, fault: Fault): Fault {
  if (refIfUsed !== undefined) fault.adoptRef(refIfUsed);
  if (!readOnly || fault.effect === 'none') return fault;
  const ref = fault.refIfUsed;
  const given: FaultOptions = { ...fault.given, effect: 'none', ...(ref !== undefined && { ref }) };
  return new Fault(fault.definition, fault.context, given);
}

/** Wrong arguments are a result that a model can read, even if the contract declares only the protocol's error. */
function isOfTool(fault: Fault, thrown: unknown): boolean {
  const condition = conditionOf(fault);
  if (condition === undefined || !PROTOCOL_CONDITIONS.has(condition)) return true;
  return thrown instanceof Fault && conditionOf(thrown) === 'validation';
}

function conditionOf(fault: Fault): Condition | undefined {
  try {
    return fault.condition;
  } catch {
    return undefined; // one of another copy of this package
  }
}

function describeCall({ id, method, exchange }: Call, params: Params | undefined) {
  const { name, _meta } = objectOrEmpty(params);
  const traceparent = asTraceparent(objectOrEmpty(_meta)['traceparent']) ?? exchange?.traceparent;
  return {
    // Numbers keep all their digits; strings lose only their quotes.
    ...(id !== undefined && { requestId: id.startsWith('"') ? String(idValue(id)) : id }),
    ...(method !== '' && { method }),
    ...(method === 'tools/call' && typeof name === 'string' && { toolName: name }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** A valid traceparent of W3C Trace Context; anything else is not carried along. */
export function asTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
