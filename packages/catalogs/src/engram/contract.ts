import { standard } from '@errata/core/catalog';
import { declaredContext, defineContract, type Contract } from '@errata/core/contract';
import type { Condition } from '@errata/core/era';
import type { Fault, FaultOptions } from '@errata/core/fault';
import { adoptGeneric } from './adopt.js';
import { engram } from './catalog.js';
import { ENGRAM_MESSAGES, type EngramContext, type EngramLang } from './messages.js';
import type { ReasonName } from './namespaces.js';
import { engramShape } from './shape.js';

export interface EngramContractOptions {
  /** The language of `error.message`; the reasons are the same in both. */
  readonly lang?: EngramLang;
}

/** Engram on the wire: tool failures are JSON-RPC errors as in the seed, and results from 2026-07-28 on. */
export function createEngramContract({ lang = 'en' }: EngramContractOptions = {}): Contract {
  const contract = defineContract({
    catalog: engram,
    shape: engramShape,
    rpcData: 'payload',
    ...(lang === 'zh' && { message: chineseMessage, details: chineseMessage }),
    toolFailures: (era) => (era === '2026-07-28' ? 'tool' : 'rpc'),
    adopt: adoptGeneric,
  });
  return {
    ...contract,
    definitionFor: (condition) => contract.definitionFor(wordFor(condition)),
    protocolFault: (condition, context, given) =>
      (condition === 'invalid-params' ? parameterFault(context, given) : undefined) ??
      contract.protocolFault(wordFor(condition), context, given),
    // §3: `reason` is one of the 19, so the standard failures are told in Engram's words too.
    adopt: (fault) =>
      fault.domain === standard.domain ? adoptStandard(fault, contract) : contract.adopt(fault),
  };
}

export const engramContract: Contract = createEngramContract();

/** The validation reasons do not tell the protocol's parameters from a tool's arguments; INVALID_PARAM_VALUE is for both. */
function wordFor(condition: Condition): Condition {
  return condition === 'invalid-params' ? 'validation' : condition;
}

/** A parameter of a method is missing or of the wrong type, where it is said which (§5.1). */
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

function adoptStandard(fault: Fault, contract: Contract): Fault {
  return contract.protocolFault(wordFor(fault.condition!), declaredContext(fault), fault.given);
}

function chineseMessage(fault: Fault): string {
  const { message, details } = fault.given;
  if (message !== undefined) return message;
  // What the codec says about a broken text is English, and named by `problem`; a thrower's own details are kept.
  const { problem } = fault.context as { problem?: unknown };
  if (details !== undefined && problem === undefined) return fault.details;
  return ENGRAM_MESSAGES.zh[fault.reason as ReasonName](fault.context as EngramContext);
}
