import { mcp, mcpContract } from '@errata/catalogs/mcp';
import type { Contract, Condition, Fault } from '@errata/core';

/** Numbers and data of these belong to 2026-07-28, whatever a contract calls them. */
const SPECIFIED: ReadonlySet<Condition> = new Set<Condition>([
  'unsupported-version',
  'missing-client-capability',
]);

/** A contract that leaves the failures with numbers of their own in 2026-07-28 to the specification. */
export function withSpecified(contract: Contract): Contract {
  const of = (fault: Fault): Contract => (isSpecified(fault) ? mcpContract : contract);
  return {
    ...contract,
    bare: false,
    number: (fault, era) => of(fault).number(fault, era),
    message: (fault, view) => of(fault).message(fault, view),
    details: (fault, view) => of(fault).details(fault, view),
    payload: (fault, view) => of(fault).payload(fault, view),
    data: (fault, view) => of(fault).data(fault, view),
    adopt: (fault) => of(fault).adopt(fault),
    protocolFault: (condition, context, given) =>
      (SPECIFIED.has(condition) ? mcpContract : contract).protocolFault(condition, context, given),
  };
}

function isSpecified({ domain, condition }: Fault): boolean {
  return domain === mcp.domain && condition !== undefined && SPECIFIED.has(condition);
}
