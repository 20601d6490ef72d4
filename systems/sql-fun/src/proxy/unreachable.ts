import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';

/** What was looked for: the PID file by its path, or the server by its address. */
export interface Sought {
  readonly target: 'pid_file' | 'server';
  readonly name: string;
}

export interface UnreachableOptions {
  /** Nobody is there at all, so that a server may be started. */
  readonly absent?: boolean;
  readonly suggestion?: string;
  readonly cause?: unknown;
}

const ABSENT = new WeakSet<object>();

/** −32000 with its reason in a sentence. Nothing that is asked here changes anything: it may be asked again. */
export function unreachable(
  { target, name }: Sought,
  details: string,
  { absent = false, suggestion, cause }: UnreachableOptions = {},
): Fault {
  const fault = sqlFun.SERVER_NOT_REACHABLE(
    { target, name },
    {
      details,
      effect: 'none',
      ...(suggestion !== undefined && { suggestion }),
      ...(cause !== undefined && { cause }),
    },
  );
  if (absent) ABSENT.add(fault);
  return fault;
}

/** Whether a failure means that no server is there. */
export function isAbsent(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && ABSENT.has(thrown);
}

/** The server at a port of this machine. */
export function serverAt(port: number): Sought {
  return { target: 'server', name: `127.0.0.1:${port}` };
}
