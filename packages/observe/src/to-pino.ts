import type { FaultRecord, OnFault } from '@errata/core';

/** A logger of pino, or any other that takes the object first and the sentence second. */
export interface PinoLike {
  warn(record: object, message: string): void;
  error(record: object, message: string): void;
}

/** Logs every failure: as a warning if the caller can fix it, else as an error. */
export function toPino(logger: PinoLike): OnFault {
  return (record) => {
    const message = `${record.mcp_error_code}: ${record.details}`;
    if (isCallersDoing(record)) logger.warn(record, message);
    else logger.error(record, message);
  };
}

/** A wrong argument from a model must not page the operator at night. */
function isCallersDoing({ recovery_strategy: strategy }: FaultRecord): boolean {
  return strategy === 'fix_and_retry' || strategy === 'user_action_required';
}
