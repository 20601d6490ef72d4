import { defineContract, type Contract, type DataShape } from '@errata/core';
import { objectOrEmpty, plainShape } from '@errata/core/internal';
import { mcp } from './catalog.js';

/** Declared fields as `data`. On the way back they are the identity: the specification puts no reason on the wire. */
export const mcpShape: DataShape = {
  ...plainShape,
  read(data) {
    const context = objectOrEmpty(data);
    const reason = reasonOf(context);
    return reason === undefined ? { context } : { reason, context };
  },
};

/** The one failure that requires fields and allows exactly these. */
function reasonOf(context: Readonly<Record<string, unknown>>): string | undefined {
  const present = Object.keys(context);
  const fitting = mcp.definitions.filter(
    ({ fields }) =>
      fields.some((field) => field.required) &&
      fields.every((field) => !field.required || Object.hasOwn(context, field.name)) &&
      present.every((name) => fields.some((field) => field.name === name)),
  );
  return fitting.length === 1 ? fitting[0]!.reason : undefined;
}

/** MCP as each revision has it: its own number where it defines one, otherwise a standard code. */
export const mcpContract = defineContract({ catalog: mcp, shape: mcpShape, rpcData: 'payload' });

/** MCP's failures on a server with this contract: MCP's numbers and members, and what the contract adds. */
export function mcpContractIn({ specified }: Contract): Contract {
  if (specified === undefined) return mcpContract;
  return {
    ...mcpContract,
    bare: false,
    message: (fault, view) => specified(fault, view).message ?? mcpContract.message(fault, view),
    data(fault, view) {
      const data = mcpContract.data(fault, view);
      return MCP_CODES.has(fault.definition.code)
        ? { ...specified(fault, view).members, ...data }
        : data;
    },
  };
}

/** The codes that MCP 2026-07-28 defines. For other failures, clients expect only MCP's own members. */
const MCP_CODES: ReadonlySet<number> = new Set([-32020, -32021, -32022]);
