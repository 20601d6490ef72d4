import { byHost } from '@errata/catalogs/hosts';
import {
  createFailureAnswers,
  declaredContext,
  factsOf,
  type FailureAnswers,
  type FailureBody,
  FAULT_META_KEY,
  idText,
  MODERN,
  type ProtocolFailure,
  type ShapeView,
  type ToolSurface,
  Call,
} from '@errata/core/internal';
import {
  type Contract,
  createRedactor,
  isFault,
  createView,
  type Era,
  ERAS,
  type Fault,
  type Redactor,
} from '@errata/core';
import { observeMasked } from '@errata/edges/process';
import type { GuardedCall, Unsendable } from './guarded-call.js';
import type { GuardOptions } from './options.js';
import type { GuardedClient } from './server-facts.js';
import { asSdkError, faultOfSdkError, SDK_DOMAIN } from './sdk-error.js';
import { defaultContract, mcp, withMcp } from '@errata/catalogs/mcp';

/** How the failures of a server are answered, by era. */
export interface Answering {
  answersFor(era: Era): FailureAnswers;
  readonly redactor: Redactor;
  readonly contract: Contract;
  /** Where the failure of a tool goes; undefined leaves it to contract and era. */
  surfaceFor(era: Era, client: () => string | undefined): ToolSurface | undefined;
  /** What the operator's record calls a failed result that a tool wrote itself. */
  readonly reported: GuardOptions['reported'];
}

export function createAnswering(options: GuardOptions): Answering {
  const contract = withSdk(options.contract);
  const redactor = options.redactor ?? createRedactor();
  const onFault = observeMasked(options.onFault, contract, options.onMasked);
  const byEra = new Map<Era, FailureAnswers>();
  return {
    ...{ redactor, contract, reported: options.reported },
    answersFor(era) {
      const known = byEra.get(era);
      if (known !== undefined) return known;
      const { budget, debug } = options;
      const view = createView({
        ...{ era, redactor },
        ...(budget && { budget }),
        ...(debug && { debug }),
      });
      const made = createFailureAnswers(contract, view, onFault, options.expose);
      byEra.set(era, made);
      return made;
    },
    surfaceFor(era, client) {
      if (options.toolFailures !== 'by-host') return options.toolFailures;
      // 2026-07-28: servers do not change what they do by clientInfo.
      return era === MODERN ? undefined : byHost(client(), contract.toolFailures(era));
    },
  };
}

/** Spoken by both SDKs before anything was agreed on. */
const FIRST_ERA: Era = '2025-11-25';

/** Answers the failures of calls, each in the era and for the client of its call. */
export class Replies {
  readonly answering: Answering;
  readonly #peer: GuardedClient;
  readonly #isReadOnly: (call: GuardedCall) => boolean;

  constructor(
    answering: Answering,
    peer: GuardedClient,
    isReadOnly: (call: GuardedCall) => boolean,
  ) {
    this.answering = answering;
    this.#peer = peer;
    this.#isReadOnly = isReadOnly;
  }

  eraOf(call: GuardedCall): Era {
    return (call.era ??= this.#peer.versionOf(call.context, asEra) ?? FIRST_ERA);
  }

  /** The reply to whatever a handler threw or returned as its failure. `doubtful`: it may be the SDK's complaint about work that was done. */
  fail(thrown: unknown, call: GuardedCall, { doubtful = false } = {}): FailureBody {
    const { answering } = this;
    const { method, params } = call.request;
    const fault = this.#toFault(thrown, call, method, doubtful);
    const era = this.eraOf(call);
    const surface = answering.surfaceFor(era, () => this.#peer.clientOf(call.context));
    return answering.answersFor(era).failBody(fault, this.recordOf(call), params, surface)!;
  }

  /** The same as an error object, whatever the era: the call itself was at fault. */
  refuse(thrown: unknown, call: GuardedCall): FailureBody {
    const fault = this.#toFault(thrown, call, '', false);
    return this.#answersTo(call).failBody(fault, this.recordOf(call), call.request.params, 'rpc')!;
  }

  /** The reply to a failure that the guard found itself. */
  failWith(failure: ProtocolFailure, call: GuardedCall): FailureBody {
    return this.fail(this.#answersTo(call).toFault(failure, this.recordOf(call)), call);
  }

  /** The same as an error object, also where the call is one of a tool. */
  refuseWith(failure: ProtocolFailure, call: GuardedCall): FailureBody {
    const { params } = call.request;
    return this.#answersTo(call).refuseBody(failure, this.recordOf(call), params, 'handler');
  }

  /** The reply in place of a result that cannot be sent. */
  broken(unsendable: Unsendable, call: GuardedCall): FailureBody {
    const { method } = call.request;
    const failure = unsent(unsendable, method);
    return method === 'tools/call' ? this.failWith(failure, call) : this.refuseWith(failure, call);
  }

  /** Reports it to the operator only. */
  note(thrown: unknown, call: GuardedCall): void {
    const fault = this.#toFault(thrown, call, call.request.method, false);
    this.#answersTo(call).note(fault, this.recordOf(call), call.request.params);
  }

  recordOf(call: GuardedCall): Call {
    const record = (call.call ??= new Call(call.request.method, idText(call.id)));
    record.readOnly = this.#isReadOnly(call);
    return record;
  }

  #answersTo(call: GuardedCall): FailureAnswers {
    return this.answering.answersFor(this.eraOf(call));
  }

  #toFault(thrown: unknown, call: GuardedCall, method: string, doubtful: boolean): unknown {
    const error = isFault(thrown) ? undefined : asSdkError(thrown);
    if (error === undefined) return thrown;
    const { contract } = this.answering;
    return faultOfSdkError(error, { thrown, contract, era: this.eraOf(call), method, doubtful });
  }
}

/** The work is done, and nobody gets its result. */
export function unsent({ cause, why }: Unsendable, method = 'tools/call'): ProtocolFailure {
  const subject = method === 'tools/call' ? 'The tool ran, but its result' : 'The result';
  const details = `${subject} could not be sent: ${why}`;
  return { condition: 'internal', given: { details, effect: 'done', cause, masked: true } };
}

const KNOWN_ERAS: ReadonlySet<unknown> = new Set(ERAS);

function asEra(version: unknown): Era | undefined {
  return version === 'jsonrpc' || !KNOWN_ERAS.has(version) ? undefined : (version as Era);
}

/** The contract as guard applies it: what the SDK's own exceptions say passes, because their thrower means it to be seen. */
export function withSdk(given: Contract = defaultContract): Contract {
  const contract = withMcp(given);
  return {
    ...contract,
    adopt: (fault) => (fault.domain === SDK_DOMAIN ? fault : contract.adopt(fault)),
    data: (fault, view) =>
      fault.domain === SDK_DOMAIN || (fault.domain === mcp.domain && fault.given.masked === true)
        ? thrownData(fault, contract, view)
        : contract.data(fault, view),
  };
}

/** What the thrower gave stays where it was; the facts are beside it. MCP has no place for the effect and the ref of its INTERNAL_ERROR. */
function thrownData(fault: Fault, contract: Contract, view: ShapeView): object {
  const facts = factsOf(fault, contract.number(fault, view.era), undefined);
  return { ...declaredContext(fault), [FAULT_META_KEY]: facts };
}
