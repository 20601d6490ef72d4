import {
  type Contract,
  type DataShape,
  defineContract,
  type Fault,
  type FaultOptions,
} from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import {
  declaredContext,
  EFFECTS,
  GENERIC_DOMAIN,
  objectOrEmpty,
  MODERN,
  PROTOCOL_CONDITIONS,
} from '@errata/core/internal';
import { sqlFun } from './catalog.js';

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
    const { reason, details, effect: _effect, ...context } = objectOrEmpty(data);
    return {
      context,
      ...(typeof reason === 'string' && { reason }),
      ...(typeof details === 'string' && { details }),
    };
  },
};

/** How the catalog looks on the wire: JSON-RPC errors for failed tools up to 2025-11-25, results after. */
export const sqlFunContract: Contract = defineContract({
  catalog: sqlFun,
  shape: sqlFunShape,
  rpcData: 'payload',
  message: 'title',
  toolFailures: (era) => (era === MODERN ? 'tool' : 'rpc'),
  adopt: adoptGeneric,
});

/** Turns what core recognised in a thrown value into a reason of this contract. Faults of other domains are matched by condition. */
function adoptGeneric(foreign: Fault): Fault | undefined {
  if (foreign.domain !== GENERIC_DOMAIN) return undefined;
  const { condition, effect } = foreign;
  if (condition !== undefined && PROTOCOL_CONDITIONS.has(condition)) return undefined;
  const { ref } = foreign.given;
  const cause = foreign.cause ?? foreign;
  const given: FaultOptions = { cause, effect, ...(ref !== undefined && { ref }) };
  const { error_type: type, errors } = objectOrEmpty(foreign.context);
  if (condition === 'validation' && Array.isArray(errors))
    return invalidParameter(errors[0], given);
  const name = typeof type === 'string' ? type : 'Error';
  return sqlFun.INTERNAL_PANIC({ target: 'exception', name }, { ...given, masked: true });
}

/** −32030 is the general failure of its category: it also covers a parameter with a wrong value. */
function invalidParameter(error: unknown, given: FaultOptions): Fault {
  const { field, message, received } = objectOrEmpty(error);
  const name = typeof field === 'string' && field !== '' ? field : 'params';
  const context = { target: 'parameter', name };
  if (received === 'undefined') return sqlFun.MISSING_PARAMETER(context, given);
  const details = typeof message === 'string' ? `${name}: ${message}` : name;
  return sqlFun.MISSING_PARAMETER(context, { ...given, message: 'Invalid parameter', details });
}
