import { membersOf, MODERN } from '@errata/core/internal';
import { defineContract, type Contract, type Fault } from '@errata/core';
import { erlmcp } from './catalog.js';
import { erlmcpShape } from './shape.js';

/** erlmcp on the wire: literally its seed up to 2025-11-25, what the specification demands on 2026-07-28. */
export const erlmcpContract: Contract = defineContract({
  catalog: erlmcp,
  shape: erlmcpShape,
  rpcData: 'payload',
  message: 'title',
  // The seed says null where no id can be read; the MCP schema forbids it, and 2026-07-28 follows the schema.
  unreadableId: (era) => (era === MODERN ? 'omit' : 'null'),
  adopt: (foreign) => toldInDetails(foreign),
  toolFailures: (era) => (era === MODERN ? 'tool' : 'rpc'),
});

/** The seed has one text for everything that is wrong, and a failure of its own for a description that is too long. */
function toldInDetails(foreign: Fault): Fault | undefined {
  const { errors, problem, tool, details } = membersOf(foreign.context);
  const given = { cause: foreign.cause ?? foreign, effect: foreign.effect };
  if (problem === 'description-too-long')
    return erlmcp.TOOL_DESCRIPTION_TOO_LONG(
      { tool: String(tool), details: String(details) },
      given,
    );
  if (!Array.isArray(errors)) return undefined;
  const told = errors
    .map(membersOf)
    .map((each) => `${String(each['field'])}: ${String(each['message'])}`);
  if (foreign.condition === 'validation')
    return erlmcp.VALIDATION_FAILED({ details: told.join('; ') }, given);
  if (problem !== 'bad-result') return undefined;
  return erlmcp.VALIDATION_FAILED(
    { details: `The result is not what the tool has promised: ${told.join('; ')}` },
    { ...given, strategy: 'report_and_abort', suggestion: 'Report the ref to the operator' },
  );
}
