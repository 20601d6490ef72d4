import { defineContract, Fault, type Condition, type Contract } from '@errata/core';
import {
  CONDITION_DOMAIN,
  GENERIC,
  GENERIC_DOMAIN,
  nearestName,
  type CatalogInfo,
  type Definition,
  type FaultOptions,
} from '@errata/core/internal';
import { mcp } from './catalog.js';
import { mcpContract, mcpContractIn } from './contract.js';

const generic = Object.values(GENERIC) as readonly Definition[];
const byReason = new Map(generic.map((definition) => [definition.reason, definition]));

/** The failures of a server without a catalog: those that `classify` recognises, and those of MCP. */
const recognised: CatalogInfo = {
  domain: GENERIC_DOMAIN,
  rules: { sharedCodes: true },
  definitions: [...generic, ...mcp.definitions],
  definition: (reason) => byReason.get(reason),
  unexpected: GENERIC.UNEXPECTED as Definition,
};

/** The default contract of `guard`, `serve` and the kit. */
export const defaultContract: Contract = defineContract({ catalog: recognised });

/**
 * A contract as an MCP server applies it. If the catalog has no definition for a condition of MCP, the specification's is used. With the
 * default contract, faults of every catalog pass unchanged. Other contracts rename only what they declare: exceptions keep the names of
 * the default contract, unless the catalog declares its own `unexpected` failure.
 */
export function withMcp(contract: Contract): Contract {
  const specified = mcpContractIn(contract);
  const { unexpected } = contract.catalog;
  const keepsNames = contract.catalog.definition(unexpected.reason) === undefined;
  const protocolFault: Contract['protocolFault'] = (condition, context, given) => {
    const isMissing = contract.definitionFor(condition) === undefined;
    const fallback = isMissing ? FALLBACKS[condition] : undefined;
    if (fallback !== undefined) return new Fault(fallback, {}, given);
    const lender = isMissing && SPECIFIED.has(condition) ? mcpContract : contract;
    return lender.protocolFault(condition, context, given);
  };
  return {
    ...contract,
    bare: false,
    // A contract that makes its messages by reason has none for the reasons of MCP.
    message: (fault, view) =>
      (fault.domain === mcp.domain && specified !== mcpContract ? specified : contract).message(
        fault,
        view,
      ),
    adopt(fault) {
      const { domain, condition, definition } = fault;
      if (contract === defaultContract && domain !== CONDITION_DOMAIN)
        return domain === GENERIC_DOMAIN ? withoutPlaces(fault) : fault;
      const word = condition === undefined ? undefined : contract.definitionFor(condition);
      const isLent = SPECIFIED.has(condition!) || FALLBACKS[condition!] !== undefined;
      if (domain === CONDITION_DOMAIN && word === undefined && isLent)
        return protocolFault(condition!, { ...fault.context }, carried(fault));
      const spoken = domain === mcp.domain && (word === undefined || word === definition);
      if (spoken) return fault;
      const adopted = contract.adopt(fault);
      const isReplaced = adopted.definition === unexpected && definition !== unexpected;
      return isReplaced && keepsNames ? underDefaultName(fault, adopted) : adopted;
    },
    protocolFault,
    // Clients look for the fields of the specification where it puts them.
    data: (fault, view) => (fault.domain === mcp.domain ? specified : contract).data(fault, view),
  };
}

/** A failure that the contract would mask, under the name that it has without the contract. */
function underDefaultName(fault: Fault, masked: Fault): Fault {
  if (fault.domain !== GENERIC_DOMAIN)
    return new Fault(GENERIC.UNEXPECTED as Definition, {}, carried(masked));
  const { definition, context } = withoutPlaces(fault);
  return new Fault(definition, context, { ...carried(fault), masked: true });
}

/** Only the operator may see host and port; the cause chain has them. */
function withoutPlaces(fault: Fault): Fault {
  const { host, port, syscall, ...context } = fault.context as Record<string, unknown>;
  if (host === undefined && port === undefined && syscall === undefined) return fault;
  return new Fault(fault.definition, context, carried(fault));
}

function carried({ given, refIfUsed }: Fault): FaultOptions {
  return refIfUsed === undefined ? given : { ...given, ref: refIfUsed };
}

const SPECIFIED: ReadonlySet<Condition> = new Set([
  'unknown-tool',
  'prompt-not-found',
  'resource-not-found',
  'capability-not-supported',
  'header-mismatch',
  'missing-client-capability',
  'unsupported-version',
]);

/** Conditions that neither MCP nor a recognised exception has a name for. */
const FALLBACKS: Readonly<Partial<Record<Condition, Definition>>> = {
  'subscription-failed': mcp.definition('INTERNAL_ERROR')!,
  transport: GENERIC.UNREACHABLE as Definition,
};

/** The details for an unknown name, with the nearest known one. */
export function unknownName(
  kind: 'tool' | 'prompt',
  name: string,
  known: readonly string[],
): Pick<FaultOptions, 'details'> {
  const near = nearestName(name, known);
  return near === undefined
    ? {}
    : { details: `No ${kind} ${JSON.stringify(name)}; did you mean ${near}?` };
}

/** The tool has done its work, but its result does not match its schema. */
export const BAD_RESULT = {
  details: 'The tool ran, but its result could not be sent: it breaks the output schema',
  effect: 'done',
} as const satisfies FaultOptions;
