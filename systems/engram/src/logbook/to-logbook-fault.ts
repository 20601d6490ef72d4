import { engram } from '@errata/catalogs/engram';
import { isFault, type Effect, type Fault } from '@errata/core/fault';
import { findProblem } from './find-problem.js';
import type { Defect } from './storage-problem.js';

/** How the logbook is called in faults. */
export const SERVICE = 'logbook';

export interface LogbookFaultOptions {
  /** What a look at the schema found missing: `table write_audit`. */
  readonly missing?: string | undefined;
  /** What is certain in any case: who only reads changes nothing. */
  readonly effect?: Effect | undefined;
}

/**
 * The fault for what a database threw: unavailable where a later call may succeed, check failed where it stays until the
 * operator mends it. Anything that is no failure of the database is given back as it is.
 */
export function toLogbookFault(error: unknown, options: LogbookFaultOptions = {}): unknown {
  if (isFault(error)) return error;
  const found = findProblem(error);
  if (found === undefined) return error;
  const { name, problem } = found;
  switch (problem.kind) {
    case 'outage': {
      const { retryAfter, effect } = problem;
      return engram.LOGBOOK_DB_UNAVAILABLE(
        { service: SERVICE, error_type: name },
        {
          cause: error,
          effect: options.effect ?? effect,
          ...(retryAfter !== undefined && { retryAfter }),
        },
      );
    }
    case 'defect':
      return checkFailed({ ...problem, effect: options.effect ?? problem.effect }, error);
    case 'doubt': {
      const check = options.missing ?? (problem.certain ? 'schema' : undefined);
      return check === undefined ? error : checkFailed({ check }, error);
    }
  }
}

/** A check that failed. Without a suggestion of its own, the one of the catalog stands: to run the migrations. */
export function checkFailed(
  { check, suggestion, effect = 'none' }: Pick<Defect, 'check'> & Partial<Defect>,
  cause?: unknown,
): Fault {
  return engram.LOGBOOK_DB_CHECK_FAILED(
    { service: SERVICE, check },
    {
      effect,
      ...(cause !== undefined && { cause }),
      ...(suggestion !== undefined && { suggestion }),
    },
  );
}
