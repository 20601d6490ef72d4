import { byHost } from '@errata/catalogs/hosts';
import { idText, type IdText, type WireError } from '@errata/core/codec';
import { createView, type Contract } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import { createRedactor, type Redactor } from '@errata/core/fault';
import {
  Call,
  createFailureAnswers,
  type Exchange,
  type FailureAnswers,
  type Met,
  type ToolSurface,
} from '@errata/core/server';
import { defaultContract, withSdk } from './contract.js';
import type { GuardOptions } from './options.js';
import { asSdkError, faultOfSdkError } from './sdk-error.js';
import type { SdkRequest } from './sdk-shape.js';

/** One request on its way through a guarded server. */
export interface Asked {
  readonly request: SdkRequest;
  readonly id: string | number;
  /** The id as the client gave it, where the SDK knows another one. */
  readonly given?: IdText | undefined;
  readonly era: Era;
  /** The name that the client gave itself. */
  readonly client: string | undefined;
  /** What it came in, where one of our edges is the transport. */
  readonly exchange: Exchange | undefined;
  /** Its own, and so a name for it that no other request ever has. */
  readonly signal: AbortSignal | undefined;
  /** It calls a tool that says that it changes nothing. */
  readonly readOnly: boolean;
  /** What is thrown may be the SDK's complaint about work that was done. */
  readonly doubtful?: boolean;
}

/** What is sent in the place of what the SDK would have made of a failure. */
export type Reply =
  | { readonly result: object; readonly error?: never }
  | { readonly error: WireError; readonly result?: never };

export interface Answering {
  /** The reply to whatever a handler threw or returned as its failure. */
  fail(thrown: unknown, call: Call, asked: Asked): Reply;
  /** The same as an error object, whatever the era: the call itself was at fault. */
  refuse(thrown: unknown, call: Call, asked: Asked): Reply;
  /** The reply to a condition that the guard met itself. */
  meet(met: Met, call: Call, asked: Asked): Reply;
  /** The same as an error object, also where the call is one of a tool. */
  refuseWith(met: Met, call: Call, asked: Asked): Reply;
  /** Nobody but the operator learns of it. */
  note(thrown: unknown, call: Call, asked: Asked): void;
  /** The same for whoever has the wire to himself: whole replies, as text. */
  answersFor(era: Era): FailureAnswers;
  readonly redactor: Redactor;
  readonly contract: Contract;
  /** What the operator's record calls a failed result that a tool wrote itself. */
  readonly reported: GuardOptions['reported'];
}

export function createAnswering(options: GuardOptions): Answering {
  const contract = withSdk(options.contract ?? defaultContract);
  const redactor = options.redactor ?? createRedactor();
  const byEra = new Map<Era, FailureAnswers>();
  const answersFor = (era: Era): FailureAnswers => {
    const known = byEra.get(era);
    if (known !== undefined) return known;
    const { budget, debug } = options;
    const view = createView({ era, redactor, ...(budget && { budget }), ...(debug && { debug }) });
    const made = createFailureAnswers(contract, view, options.onFault);
    byEra.set(era, made);
    return made;
  };
  const toFault = (thrown: unknown, asked: Asked): unknown => {
    const { era, doubtful = false, request } = asked;
    const error = asSdkError(thrown);
    return error === undefined
      ? thrown
      : faultOfSdkError(error, { thrown, contract, era, method: request.method, doubtful });
  };
  const surfaceFor = ({ client }: Asked): ToolSurface | undefined =>
    options.toolFailures === 'by-host' ? byHost(client) : options.toolFailures;
  const fail: Answering['fail'] = (thrown, call, asked) => {
    const { era, request } = asked;
    const fault = toFault(thrown, asked);
    return parse(answersFor(era).fail(fault, call, request.params, surfaceFor(asked))!);
  };
  return {
    fail,
    refuse(thrown, call, asked) {
      const { era, request } = asked;
      const fault = toFault(thrown, { ...asked, request: { ...request, method: '' } });
      return parse(answersFor(era).fail(fault, call, request.params, 'rpc')!);
    },
    meet: (met, call, asked) => fail(answersFor(asked.era).meet(met, call), call, asked),
    refuseWith: (met, call, { era, request }) =>
      parse(answersFor(era).refuse(met, call, request.params, 'handler')),
    note: (thrown, call, asked) =>
      answersFor(asked.era).note(toFault(thrown, asked), call, asked.request.params),
    answersFor,
    redactor,
    contract,
    reported: options.reported,
  };
}

export function callOf({ request, id, given, exchange, readOnly }: Asked): Call {
  const call = new Call(request.method, given ?? idText(id), exchange);
  call.readOnly = readOnly;
  return call;
}

/** The SDK writes its replies from objects; failures are rare enough to be read back once. */
function parse(text: string): Reply {
  return JSON.parse(text) as Reply;
}
