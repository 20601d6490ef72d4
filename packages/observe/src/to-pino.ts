import type { FaultRecord, OnFault } from '@errata/core';

/** A logger of pino, or any other that takes the object first and the sentence second. */
export interface PinoLike {
  warn(record: object, message: string): void;
  error(record: object, message: string): void;
}

/** Log every failure: what the caller has to mend as a warning, what the operator has to as an error. */
export function toPino(logger: PinoLike): OnFault {
  return (record) => {
    const message = `${record.mcp_error_code}: ${record.details}`;
    if (isCallersDoing(record)) logger.warn(record, message);
    else logger.error(record, message);
  };
}

/** A model that sends a wrong argument must not wake anybody at night. */
function isCallersDoing({ recovery_strategy: strategy }: FaultRecord): boolean {
  return strategy === 'fix_and_retry' || strategy === 'user_action_required';
}
