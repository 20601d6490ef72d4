import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import type { Work } from './work.js';
import type { Death } from './worker-process.js';

/** The process ended in the middle of the work. */
export function workerDied({ method }: Work, death: Death): Fault {
  return panic(death, `The worker ended in the middle of ${method} (${death.name})`);
}

/** No process can be had at the moment. */
export function workerNotStarted(death: Death): Fault {
  return panic(death, `No worker could be started (${death.name})`);
}

/** The work took too long, and its process was stopped. */
export function workTookTooLong({ method }: Work, milliseconds: number): Fault {
  const details = `${method} took longer than ${milliseconds / 1000} s and was stopped`;
  return sqlFun.INTERNAL_PANIC({ target: 'worker', name: 'deadline' }, { details, effect: 'none' });
}

/** More is asked than can be done. Nothing was begun, so it may be asked again a little later. */
export function tooManyWaiting(waiting: number): Fault {
  return sqlFun.SERVER_NOT_REACHABLE(
    { target: 'server', name: 'queue' },
    {
      details: `All workers are busy, and ${waiting} requests wait already`,
      effect: 'none',
      suggestion: 'Wait a moment, then call again',
    },
  );
}

/** The server ends, and begins nothing more. */
export function poolClosed(): Fault {
  return sqlFun.SERVER_NOT_REACHABLE(
    { target: 'server', name: 'workers' },
    { details: 'The server is shutting down', effect: 'none' },
  );
}

function panic({ name, lastWords }: Death, details: string): Fault {
  return sqlFun.INTERNAL_PANIC(
    { target: 'worker', name },
    // Methods only look, so whatever the process was doing, nothing was changed.
    { details, effect: 'none', ...(lastWords !== '' && { cause: new Error(lastWords) }) },
  );
}
