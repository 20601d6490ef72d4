import {
  defineContract,
  type Contract,
  type ContractOptions,
  type Condition,
  type Fault,
  type FaultOptions,
} from '@errata/core';
import { membersOf, PROTOCOL_CONDITIONS, GENERIC_DOMAIN, MODERN } from '@errata/core/internal';
import { routeros, type RouterosContext } from './catalog.js';
import { classNameOf } from './class-name.js';
import { createRouterosShape, type RouterosShapeOptions } from './shape.js';
import { DEFAULT_RETRY_AFTER } from './strategy.js';

/** Options of the contract of RouterOS MCP. */
export interface RouterosContractOptions extends RouterosShapeOptions {
  /** Where a failed tool call is told, in place of the rule below. */
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

/** Characters of a wrong value that are repeated to a model, which knows it anyway. */
const REPEATED = 24;

/** What a model reads: the argument, its value and what was expected, because of the data it sees nothing. */
function withExpected({ reason, details, context }: Fault): string {
  const { field, value, expected } = membersOf(context) as Readonly<Record<string, string>>;
  const known = [field, value, expected].every((each) => typeof each === 'string');
  if (reason !== 'VALIDATION_ERROR' || !known) return details;
  const short = value!.length > REPEATED ? `${value!.slice(0, REPEATED)}…` : value;
  return `${field} '${short}': ${expected}`;
}

/** A model does not switch off its own safety gate: it asks the user. `data` keeps the words of the document. */
function forUser({ reason, context }: Fault): string | undefined {
  const { required_flag: flag } = membersOf(context);
  if (reason !== 'FORBIDDEN' || typeof flag !== 'string') return undefined;
  return `Ask the user to set ${flag}=true on this device, or use a different device`;
}

function stepsForModel(fault: Fault): readonly string[] | undefined {
  if (forUser(fault) === undefined) return undefined;
  return fault.nextSteps?.filter((step) => !step.startsWith('Use registry/update'));
}

/** What core made of a thrown value, in the words of this contract. Other domains are left to their conditions. */
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
      // Anything else that was not declared is our own mistake, also a broken connection: nobody said to what device.
      return routeros.INTERNAL_ERROR(
        { error_type: classNameOf(foreign.cause) },
        { ...given, masked: true },
      );
  }
}

// A missing permission, and failures of the call itself, have a definition here that fits them by their condition.
const KEPT: ReadonlySet<Condition> = new Set<Condition>([...PROTOCOL_CONDITIONS, 'forbidden']);

function fieldErrorsOf({ context }: Fault): RouterosContext<'VALIDATION_ERROR'> {
  const { errors } = membersOf(context);
  return Array.isArray(errors) && errors.length > 0
    ? { errors: errors as NonNullable<RouterosContext<'VALIDATION_ERROR'>['errors']> }
    : {};
}
