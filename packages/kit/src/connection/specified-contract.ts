import { mcp, mcpContract } from '@errata/catalogs/mcp';
import type { Contract } from '@errata/core/contract';
import type { Condition } from '@errata/core/era';
import type { Fault } from '@errata/core/fault';

/** Numbers and data of these belong to the specification, whatever a contract calls them. */
const SPECIFIED: ReadonlySet<Condition> = new Set<Condition>([
  'unsupported-version',
  'missing-client-capability',
]);

/** A contract that tells what 2026-07-28 has numbers of its own for as the specification does, and the rest as ever. */
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
