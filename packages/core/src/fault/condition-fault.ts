import type { Condition } from '../era/index.js';
import type { Definition } from './definition.js';
import { Fault, type FaultOptions } from './fault.js';

/** The domain of failures that are known by their condition alone, until a contract gives them its words. */
export const CONDITION_DOMAIN = 'condition';

const KNOWN = new Map<Condition, Definition>();

/**
 * A failure of the protocol layer that no catalog has declared. Every contract has its own word for the condition, and takes the
 * members of the context that it declares.
 */
export function conditionFault(
  condition: Condition,
  context: Readonly<Record<string, unknown>>,
  given?: FaultOptions,
): Fault {
  return new Fault(definitionOf(condition), context, given);
}

function definitionOf(condition: Condition): Definition {
  const known = KNOWN.get(condition);
  if (known !== undefined) return known;
  const made: Definition = {
    domain: CONDITION_DOMAIN,
    reason: condition.toUpperCase().replaceAll('-', '_'),
    code: -32603,
    title: condition,
    category: 'protocol',
    fields: [],
    condition,
    recovery: 'report_and_abort',
  };
  KNOWN.set(condition, made);
  return made;
}
