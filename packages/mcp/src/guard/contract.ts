import { mcp, mcpContract, mcpContractIn } from '@errata/catalogs/mcp';
import {
  type CatalogInfo,
  declaredContext,
  FAULT_META_KEY,
  factsOf,
  type ShapeView,
  GENERIC,
  GENERIC_DOMAIN,
  type Definition,
} from '@errata/core/internal';
import { defineContract, type Contract, type Condition, Fault } from '@errata/core';
import { SDK_DOMAIN } from './sdk-error.js';

const generic = Object.values(GENERIC) as readonly Definition[];
const byReason = new Map(generic.map((definition) => [definition.reason, definition]));

/**
 * What a guarded server declares that declares nothing itself: the failures that can be recognised without knowing it, and those
 * of MCP.
 */
const recognised: CatalogInfo = {
  domain: GENERIC_DOMAIN,
  rules: { sharedCodes: true },
  definitions: [...generic, ...mcp.definitions],
  definition: (reason) => byReason.get(reason),
  unexpected: GENERIC.UNEXPECTED as Definition,
};

/** The contract of a server for which none is given. */
export const defaultContract: Contract = defineContract({ catalog: recognised });

/**
 * The contract as guard applies it. Two things are added: what the SDK's own exceptions say passes, because whoever throws one
 * means it to be seen; and where the catalog has no word for a condition of MCP, the specification's is used.
 */
export function withSdk(contract: Contract): Contract {
  const specified = mcpContractIn(contract);
  return {
    ...contract,
    bare: false,
    // A contract whose words are made by reason has none for the reasons of MCP.
    message: (fault, view) =>
      (fault.domain === mcp.domain && specified !== mcpContract ? specified : contract).message(
        fault,
        view,
      ),
    adopt(fault) {
      const { domain, condition, definition } = fault;
      if (domain === SDK_DOMAIN) return fault;
      // Where no contract was given, every catalog speaks for itself.
      if (contract === defaultContract)
        return domain === GENERIC_DOMAIN ? withoutPlaces(fault) : fault;
      const word = condition === undefined ? undefined : contract.definitionFor(condition);
      const spoken = domain === mcp.domain && (word === undefined || word === definition);
      return spoken ? fault : contract.adopt(fault);
    },
    protocolFault(condition, context, given) {
      const spoken = contract.definitionFor(condition) === undefined && SPECIFIED.has(condition);
      return (spoken ? mcpContract : contract).protocolFault(condition, context, given);
    },
    data(fault, view) {
      // Clients look for the fields of the specification where it puts them.
      if (fault.domain === mcp.domain) return specified.data(fault, view);
      return fault.domain === SDK_DOMAIN
        ? thrownData(fault, contract, view)
        : contract.data(fault, view);
    },
  };
}

/** Which machine it was is the operator's business; the cause chain has it. */
function withoutPlaces(fault: Fault): Fault {
  const { host, port, syscall, ...context } = fault.context as Record<string, unknown>;
  if (host === undefined && port === undefined && syscall === undefined) return fault;
  const { given, refIfUsed } = fault;
  return new Fault(fault.definition, context, { ...given, ...(refIfUsed && { ref: refIfUsed }) });
}

/** What the thrower gave stays where it was; the facts stand beside it. */
function thrownData(fault: Fault, contract: Contract, view: ShapeView): object {
  const facts = factsOf(fault, contract.number(fault, view.era), undefined);
  return { ...declaredContext(fault), [FAULT_META_KEY]: facts };
}

const SPECIFIED: ReadonlySet<Condition> = new Set([
  'unknown-tool',
  'prompt-not-found',
  'resource-not-found',
  'header-mismatch',
  'missing-client-capability',
  'unsupported-version',
]);
