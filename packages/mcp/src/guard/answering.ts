import { byHost } from '@errata/catalogs/hosts';
import {
  idText,
  MODERN,
  createFailureAnswers,
  type FailureAnswers,
  type FailureBody,
  type Met,
  type ToolSurface,
} from '@errata/core/internal';
import {
  createView,
  type FaultOptions,
  type Contract,
  ERAS,
  type Era,
  createRedactor,
  type Redactor,
  Call,
} from '@errata/core';
import { observeMasked } from '@errata/edges/process';
import { withSdk } from './contract.js';
import type { GuardedCall } from './guarded-call.js';
import type { GuardOptions } from './options.js';
import type { Peer } from './peer.js';
import { asSdkError, faultOfSdkError } from './sdk-error.js';

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
  readonly #peer: Peer;
  readonly #isReadOnly: (call: GuardedCall) => boolean;

  constructor(answering: Answering, peer: Peer, isReadOnly: (call: GuardedCall) => boolean) {
    this.answering = answering;
    this.#peer = peer;
    this.#isReadOnly = isReadOnly;
  }

  eraOf({ context }: GuardedCall): Era {
    return this.#peer.versionOf(context, asEra) ?? FIRST_ERA;
  }

  /** The reply to whatever a handler threw or returned as its failure. `doubtful`: it may be the SDK's complaint about work that was done. */
  fail(thrown: unknown, call: GuardedCall, { doubtful = false } = {}): FailureBody {
    const fault = this.#toFault(thrown, call, call.request.method, doubtful);
    const surface = this.answering.surfaceFor(this.eraOf(call), () =>
      this.#peer.clientOf(call.context),
    );
    return this.#answersTo(call).failBody(
      fault,
      this.recordOf(call),
      call.request.params,
      surface,
    )!;
  }

  /** The same as an error object, whatever the era: the call itself was at fault. */
  refuse(thrown: unknown, call: GuardedCall): FailureBody {
    const fault = this.#toFault(thrown, call, '', false);
    return this.#answersTo(call).failBody(fault, this.recordOf(call), call.request.params, 'rpc')!;
  }

  /** The reply to a condition that the guard met itself. */
  meet(met: Met, call: GuardedCall): FailureBody {
    return this.fail(this.#answersTo(call).meet(met, this.recordOf(call)), call);
  }

  /** The same as an error object, also where the call is one of a tool. */
  refuseWith(met: Met, call: GuardedCall): FailureBody {
    const { params } = call.request;
    return this.#answersTo(call).refuseBody(met, this.recordOf(call), params, 'handler');
  }

  /** The reply in place of one that has no JSON form. */
  broken(cause: unknown, call: GuardedCall): FailureBody {
    const given: FaultOptions = { details: 'The result has no JSON form', effect: 'done', cause };
    return this.refuseWith({ condition: 'internal', given }, call);
  }

  /** Nobody but the operator learns of it. */
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
    const error = asSdkError(thrown);
    if (error === undefined) return thrown;
    const { contract } = this.answering;
    return faultOfSdkError(error, { thrown, contract, era: this.eraOf(call), method, doubtful });
  }
}

const KNOWN_ERAS: ReadonlySet<unknown> = new Set(ERAS);

function asEra(version: unknown): Era | undefined {
  return version === 'jsonrpc' || !KNOWN_ERAS.has(version) ? undefined : (version as Era);
}
