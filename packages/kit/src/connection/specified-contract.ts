import { mcp, mcpContract } from '@errata/catalogs/mcp';
import { standard, type Contract, type Condition, type Fault } from '@errata/core';

/** Numbers and data of these belong to the specification, whatever a contract calls them. */
const SPECIFIED: ReadonlySet<Condition> = new Set<Condition>([
  'unsupported-version',
  'missing-client-capability',
]);

/** What a contract without a word for it tells in the words of the specification. */
const LENT: Condition = 'resource-not-found';

/** A contract that tells what 2026-07-28 has numbers of its own for as the specification does, and the rest as ever. */
export function withSpecified(contract: Contract): Contract {
  // Told as wrong params, it would not say the URI, by which clients know it.
  const hasNoWord = contract.definitionFor(LENT) === undefined;
  const isLent = ({ domain, condition }: Fault): boolean =>
    hasNoWord && condition === LENT && domain === mcp.domain;
  const of = (fault: Fault): Contract =>
    isSpecified(fault) || isLent(fault) ? mcpContract : contract;
  return {
    ...contract,
    bare: false,
    number: (fault, era) => of(fault).number(fault, era),
    message: (fault, view) => of(fault).message(fault, view),
    details: (fault, view) => of(fault).details(fault, view),
    payload: (fault, view) => of(fault).payload(fault, view),
    data: (fault, view) => of(fault).data(fault, view),
    adopt(fault) {
      const adopted = of(fault).adopt(fault);
      const isPlain = fault.condition === LENT && adopted.domain === standard.domain;
      return hasNoWord && isPlain ? mcpContract.adopt(fault) : adopted;
    },
    protocolFault: (condition, context, given) =>
      (SPECIFIED.has(condition) ? mcpContract : contract).protocolFault(condition, context, given),
  };
}

function isSpecified({ domain, condition }: Fault): boolean {
  return domain === mcp.domain && condition !== undefined && SPECIFIED.has(condition);
}
