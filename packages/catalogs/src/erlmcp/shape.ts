import { declaredContext, membersOf, EFFECTS } from '@errata/core/internal';
import { ERA_RULES, type DataShape, type Era } from '@errata/core';

/** Declared fields and what the call did; no `data` where there are no fields, as in the seed. */
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
    const { reason, effect: _effect, ...context } = membersOf(data);
    const { details } = context;
    return {
      ...(typeof reason === 'string' && { reason }),
      ...(typeof details === 'string' && { details }),
      context,
    };
  },
};

/** Where numbers leave the reserved band, three kinds of "not found" become −32602. */
function sharesNumbers(era: Era): boolean {
  return ERA_RULES[era].offset !== 0;
}
