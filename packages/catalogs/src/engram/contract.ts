import {
  standard,
  defineContract,
  type Contract,
  type Condition,
  type Fault,
  type FaultOptions,
} from '@errata/core';
import { declaredContext, membersOf, MODERN } from '@errata/core/internal';
import { adoptGeneric } from './adopt.js';
import { engram } from './catalog.js';
import { CHINESE_WORDS, chineseDetails, chineseMessage, chineseSuggestion } from './chinese.js';
import type { EngramLang } from './messages.js';
import { engramShape } from './shape.js';

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
    // §3: `reason` is one of the 19, so the standard failures are told in Engram's words too.
    adopt: (fault) =>
      fault.domain === standard.domain ? adoptStandard(fault, contract) : contract.adopt(fault),
  };
}

/** The contract of the Engram gateway, with messages in English. */
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

/** The parameter that is wrong, where only the list of errors names it. */
function withParam(context: Record<string, unknown>): Record<string, unknown> {
  const { field } = membersOf(Array.isArray(context['errors']) ? context['errors'][0] : undefined);
  return typeof field === 'string' ? { param: field, ...context } : context;
}

function adoptStandard(fault: Fault, contract: Contract): Fault {
  return contract.protocolFault(wordFor(fault.condition!), declaredContext(fault), fault.given);
}
