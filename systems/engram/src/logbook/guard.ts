import { engram } from '@errata/catalogs/engram';
import type { Effect } from '@errata/core/fault';
import type { StoreDialect } from '@errata/store';
import { findProblem, isUncoded } from './find-problem.js';
import { SERVICE, toLogbookFault } from './to-logbook-fault.js';

type Work<T> = () => Promise<T>;

/** The way out of the logbook: what fails in it leaves as a fault. */
export interface Guard {
  /** A failure has no effect. */
  read<T>(work: Work<T>): Promise<T>;
  /** A failure may have one, if the connection broke. */
  write<T>(work: Work<T>): Promise<T>;
}

export interface GuardOptions {
  readonly dialect: StoreDialect;
  /** What the schema lacks. */
  readonly findMissing: () => Promise<string | undefined>;
  readonly isClosed: () => boolean;
}

/** What SQLSTATE calls a connection that failed. */
const CONNECTION_FAILURE = '08006';

/** A guard that looks at the schema where a code alone does not tell. */
export function createGuard({ dialect, findMissing, isClosed }: GuardOptions): Guard {
  const explain = async (error: unknown, effect: Effect | undefined): Promise<unknown> => {
    if (findProblem(error)?.problem.kind === 'doubt') {
      // A database that cannot even be looked at is told by its first failure.
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
  return { read: (work) => run(work, 'none'), write: (work) => run(work) };
}

/** For an error of the PostgreSQL driver that has no code. */
export function connectionLost(cause: unknown, effect: Effect = 'unknown') {
  return unavailable(CONNECTION_FAILURE, effect, cause);
}

function unavailable(error_type: string, effect: Effect, cause?: unknown) {
  return engram.LOGBOOK_DB_UNAVAILABLE(
    { service: SERVICE, error_type },
    { effect, ...(cause !== undefined && { cause }) },
  );
}
