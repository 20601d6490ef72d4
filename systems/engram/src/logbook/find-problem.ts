import type { StorageProblem } from './storage-problem.js';
import { ERRNOS, SQLITE_CODES, SQLSTATE_CLASSES, SQLSTATES } from './storage-problems.js';

const MAX_DEPTH = 4;

/** A problem under the name that the database, its driver or the system has for it. */
export interface NamedProblem {
  readonly name: string;
  readonly problem: StorageProblem;
}

/** What an error, or what caused it, says by its codes; its text is never read. */
export function findProblem(thrown: unknown): NamedProblem | undefined {
  let error = thrown;
  for (let depth = 0; depth < MAX_DEPTH && error instanceof Error; depth++) {
    const found = fromCodes(error);
    if (found !== undefined) return found;
    error = error.cause;
  }
  return undefined;
}

/** An error without any code. The driver of PostgreSQL raises such ones for a lost connection and for its own timeouts. */
export function isUncoded(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'Error' && !('code' in thrown);
}

function fromCodes(error: Error): NamedProblem | undefined {
  const { code, errcode, severity } = error as {
    readonly code?: unknown;
    readonly errcode?: unknown;
    readonly severity?: unknown;
  };
  if (typeof code !== 'string') return undefined;
  if (code === 'ERR_SQLITE_ERROR') return fromSqlite(errcode);
  // Five capitals and digits alone are no SQLSTATE: EPIPE has them too. What the server says has a severity.
  if (typeof severity === 'string') {
    return named(code, own(SQLSTATES, code) ?? own(SQLSTATE_CLASSES, code.slice(0, 2)));
  }
  return named(code, own(ERRNOS, code));
}

/** By the extended code where it says more, else by the primary one, which is its low byte. */
function fromSqlite(errcode: unknown): NamedProblem | undefined {
  if (typeof errcode !== 'number') return undefined;
  const found = SQLITE_CODES[errcode] ?? SQLITE_CODES[errcode & 0xff];
  return found === undefined ? undefined : named(...found);
}

function named(name: string, problem: StorageProblem | undefined): NamedProblem | undefined {
  return problem === undefined ? undefined : { name, problem };
}

function own(table: Readonly<Record<string, StorageProblem>>, key: string) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
