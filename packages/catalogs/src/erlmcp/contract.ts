import { type Contract, type DataShape, defineContract, type Era, type Fault } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import { declaredContext, EFFECTS, objectOrEmpty, MODERN } from '@errata/core/internal';
import { erlmcp } from './catalog.js';

/** Declared fields and the effect; no `data` if there are no fields, as in the seed. */
export const erlmcpShape: DataShape = {
  envelope: {
    reason: { type: 'string?', description: 'On 2026-07-28, where several reasons share a number' },
    effect: {
      type: 'string?',
      values: EFFECTS,
      description: 'What the failed call did; up to 2025-11-25 only beside other fields',
    },
  },
  write(fault, { era }) {
    const { fields, reason } = fault.definition;
    const { details } = fault.given;
    const data = declaredContext(fault);
    if (details !== undefined && fields.some(({ name }) => name === 'details')) {
      data['details'] ??= details;
    }
    const { effect } = fault;
    if (sharesNumbers(era)) return { reason, ...data, effect };
    return Object.keys(data).length === 0 ? undefined : { ...data, effect };
  },
  read(data) {
    const { reason, effect: _effect, ...context } = objectOrEmpty(data);
    const { details } = context;
    return {
      ...(typeof reason === 'string' && { reason }),
      ...(typeof details === 'string' && { details }),
      context,
    };
  },
};

/** On eras with a reserved band, three kinds of "not found" become −32602. */
function sharesNumbers(era: Era): boolean {
  return ERA_RULES[era].offset !== 0;
}

/** erlmcp on the wire: literally its seed up to 2025-11-25, the specification's rules on 2026-07-28. */
export const erlmcpContract: Contract = defineContract({
  catalog: erlmcp,
  shape: erlmcpShape,
  rpcData: 'payload',
  message: 'title',
  // The seed wants null for an unreadable id; the MCP schema forbids it, and 2026-07-28 follows the schema.
  unreadableId: (era) => (era === MODERN ? 'omit' : 'null'),
  adopt: (foreign) => withDetails(foreign),
  toolFailures: (era) => (era === MODERN ? 'tool' : 'rpc'),
});

/** The seed has one text for all validation errors, and a separate failure for a description that is too long. */
function withDetails(foreign: Fault): Fault | undefined {
  const { errors, problem, tool, details } = objectOrEmpty(foreign.context);
  const given = { cause: foreign.cause ?? foreign, effect: foreign.effect };
  if (problem === 'description-too-long')
    return erlmcp.TOOL_DESCRIPTION_TOO_LONG(
      { tool: String(tool), details: String(details) },
      given,
    );
  if (!Array.isArray(errors)) return undefined;
  const lines = errors
    .map(objectOrEmpty)
    .map((each) => `${String(each['field'])}: ${String(each['message'])}`);
  if (foreign.condition === 'validation')
    return erlmcp.VALIDATION_FAILED({ details: lines.join('; ') }, given);
  if (problem !== 'bad-result') return undefined;
  return erlmcp.VALIDATION_FAILED(
    { details: `The result is not what the tool has promised: ${lines.join('; ')}` },
    { ...given, strategy: 'report_and_abort', suggestion: 'Report the ref to the operator' },
  );
}
