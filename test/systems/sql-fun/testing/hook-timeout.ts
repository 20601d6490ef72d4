/** Starting and stopping a server of PostgreSQL may take long on a busy machine. */
export const HOOK_TIMEOUT = 120_000;
