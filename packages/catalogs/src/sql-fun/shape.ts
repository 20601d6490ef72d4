import { declaredContext, membersOf, type DataShape } from '@errata/core/contract';
import { ERA_RULES } from '@errata/core/era';

/**
 * `{ target, name, … }`. Where the numbers have moved, `reason` goes with them: there a number alone may stand for more
 * than one failure. `details` are told where the thrower had more to say than the definition.
 */
export const sqlFunShape: DataShape = {
  envelope: { reason: 'string?', details: 'string?' },
  write(fault, { era }) {
    const data = declaredContext(fault);
    if (fault.given.details !== undefined) data['details'] = fault.given.details;
    if (ERA_RULES[era].offset !== 0) data['reason'] = fault.reason;
    return Object.keys(data).length === 0 ? undefined : data;
  },
  read(data) {
    const { reason, details, ...context } = membersOf(data);
    return {
      context,
      ...(typeof reason === 'string' && { reason }),
      ...(typeof details === 'string' && { details }),
    };
  },
};
