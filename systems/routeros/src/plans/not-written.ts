import { routeros } from '@errata/catalogs/routeros';

/** The database did not take what was to be remembered. */
export function notWritten(cause: unknown) {
  return routeros.INTERNAL_ERROR(
    { error_type: 'database' },
    { cause, effect: 'none', details: 'The database of the service could not be written' },
  );
}

/** All is done on the devices, and the database does not know it. */
export function doneButNotWritten(planId: string, done: string, cause: unknown) {
  return routeros.INTERNAL_ERROR(
    { error_type: 'database' },
    {
      cause,
      effect: 'done',
      strategy: 'user_action_required',
      details: `Plan '${planId}' ${done}, but the database of the service could not be written: it will be shown as failed`,
      suggestion: `When the database is back, use plan/get with plan_id '${planId}'; plan/rollback looks at the devices again`,
    },
  );
}
