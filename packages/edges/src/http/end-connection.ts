import type { Connection } from '@errata/core/server';

/** Nobody needs a connection any more. */
export function endConnection(connection: Connection, why: string): void {
  try {
    connection.close(why);
  } catch {
    // Core's connections do not throw. Others may, but whoever is being answered has nothing to do with it.
  }
}
