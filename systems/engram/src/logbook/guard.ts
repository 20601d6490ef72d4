import { engram } from '@errata/catalogs/engram';
import { isFault, type Effect, type Fault } from '@errata/core';
import type { StoreDialect } from '@errata/store';
import { findProblem, isUncoded, type Defect } from './storage-problems.js';

type Work<T> = () => Promise<T>;

interface GuardOptions {
  readonly dialect: StoreDialect;
  /** What the schema lacks. */
  readonly findMissing: () => Promise<string | undefined>;
  readonly isClosed: () => boolean;
}

export type Guard = ReturnType<typeof createGuard>;

/** What SQLSTATE calls a connection that failed. */
const CONNECTION_FAILURE = '08006';

/** The way out of the logbook: what fails in it leaves as a fault. It looks at the schema where a code alone does not tell. */
export function createGuard({ dialect, findMissing, isClosed }: GuardOptions) {
  const explain = async (error: unknown, effect: Effect | undefined): Promise<unknown> => {
    if (findProblem(error)?.problem.kind === 'doubt') {
      // A database that cannot even be looked at is reported by its first failure.
      const missing = await findMissing().catch(() => undefined);
      return toLogbookFault(error, { missing, effect });
    }
    if (dialect === 'postgres' && isUncoded(error)) return connectionLost(error, effect);
    return toLogbookFault(error, { effect });
  };
  const run = async <T>(work: Work<T>, effect?: Effect): Promise<T> => {
    if (isClosed()) throw unavailable('CLOSED', 'none');
    try {
      return await work();
    } catch (error) {
      throw await explain(error, effect);
    }
  };
  return {
    /** A failure has no effect. */
    read: <T>(work: Work<T>) => run(work, 'none'),
    /** A failure may have one, if the connection broke. */
    write: <T>(work: Work<T>) => run(work),
  };
}

/** For an error of the PostgreSQL driver that has no code. */
export function connectionLost(cause: unknown, effect: Effect = 'unknown') {
  return unavailable(CONNECTION_FAILURE, effect, cause);
}

function unavailable(error_type: string, effect: Effect, cause?: unknown, retryAfter?: number) {
  return engram.LOGBOOK_DB_UNAVAILABLE(
    { service: SERVICE, error_type },
    {
      effect,
      ...(cause !== undefined && { cause }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  );
}

/** How the logbook is called in faults. */
const SERVICE = 'logbook';

interface LogbookFaultOptions {
  /** What a look at the schema found missing: `table write_audit`. */
  readonly missing?: string | undefined;
  /** What is certain in any case: who only reads changes nothing. */
  readonly effect?: Effect | undefined;
}

/**
 * The fault for what a database threw: unavailable where a later call may succeed, check failed where it stays until the
 * operator repairs it. Anything that is no failure of the database is given back as it is.
 */
export function toLogbookFault(error: unknown, options: LogbookFaultOptions = {}): unknown {
  if (isFault(error)) return error;
  const found = findProblem(error);
  if (found === undefined) return error;
  const { name, problem } = found;
  switch (problem.kind) {
    case 'outage':
      return unavailable(name, options.effect ?? problem.effect, error, problem.retryAfter);
    case 'defect':
      return checkFailed({ ...problem, effect: options.effect ?? problem.effect }, error);
    case 'doubt': {
      const check = options.missing ?? (problem.certain ? 'schema' : undefined);
      return check === undefined ? error : checkFailed({ check }, error);
    }
  }
}

/** A check that failed. Without a suggestion of its own, the catalog's applies: run the migrations. */
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
