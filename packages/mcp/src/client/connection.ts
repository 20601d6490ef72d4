import { decide, RecoveryError, type Effect } from '@errata/core';
import type { CallFailure } from '@errata/core/internal';
import type { DecisionContext } from '@errata/core/internal';
import type { ClientLike } from './client-like.js';

export type ClientConnection = ReturnType<typeof createConnection>;

/** The connection of a client, and the way to get it back. */
export function createConnection(client: ClientLike, reconnect: (() => Promise<void>) | undefined) {
  let opening: Promise<void> | undefined;
  let wanted = true;
  return {
    /** Open it if it is closed and there is a way to. Calls that come at the same time wait for the same attempt. */
    async open() {
      if (reconnect === undefined || !wanted) return;
      // The transport is set before the handshake is over: a call at that time has to wait too.
      if (opening === undefined && client.transport !== undefined) return;
      opening ??= (async () => reconnect())().finally(() => {
        opening = undefined;
      });
      await opening;
    },
    /** It is closed, and there is no `reconnect`. */
    isLost: () => (reconnect === undefined || !wanted) && client.transport === undefined,
    /** False once the user has closed it: what is closed on purpose stays closed until they connect again. */
    setWanted(value: boolean) {
      wanted = value;
    },
  };
}

/** A call without a connection. SDK v1 throws a bare `Error` for it, v2 one with a code. */
export function notConnected(tool: string | undefined, effect: Effect = 'none'): CallFailure {
  return {
    origin: 'local',
    kind: 'send',
    reason: 'NOT_CONNECTED',
    message: 'The client is not connected',
    // That of the attempt before, if there was one: what it did is not undone.
    effect,
    ...(tool !== undefined && { tool }),
    data: undefined,
    raw: undefined,
  };
}

/** Give a call up although its failure could be retried: without a connection, waiting does not help. */
export function giveUpOnConnection(
  failure: CallFailure,
  cause: unknown,
  { attempts, ...known }: DecisionContext & { readonly attempts: number },
): RecoveryError {
  const plan = decide(failure, { ...known, attempt: 1, maxAttempts: 1 });
  if (plan.action === 'retry') throw new TypeError('A last attempt has no retry');
  const why = 'the connection is gone, and no way to open it again was given';
  return new RecoveryError(
    failure,
    plan.action === 'abort' ? { ...plan, why } : plan,
    attempts,
    cause,
  );
}
