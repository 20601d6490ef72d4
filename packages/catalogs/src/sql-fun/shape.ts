import { declaredContext, membersOf, EFFECTS } from '@errata/core/internal';
import { ERA_RULES, type DataShape } from '@errata/core';

/**
 * `{ target, name, … }`. Where the numbers have moved, `reason` goes with them: there a number alone may stand for more
 * than one failure. `details` is there where the thrower gave more than the definition, `effect` wherever there is data.
 */
export const sqlFunShape: DataShape = {
  envelope: {
    reason: 'string?',
    details: 'string?',
    effect: { type: 'string?', values: EFFECTS, description: 'What the failed call did' },
  },
  write(fault, { era }) {
    const data = declaredContext(fault);
    if (fault.given.details !== undefined) data['details'] = fault.given.details;
    if (ERA_RULES[era].offset !== 0) data['reason'] = fault.reason;
    return Object.keys(data).length === 0 ? undefined : { ...data, effect: fault.effect };
  },
  read(data) {
    const { reason, details, effect: _effect, ...context } = membersOf(data);
    return {
      context,
      ...(typeof reason === 'string' && { reason }),
      ...(typeof details === 'string' && { details }),
    };
  },
};
