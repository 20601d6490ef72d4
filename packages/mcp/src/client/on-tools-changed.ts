import { peek } from '@errata/core/internal';

type OnMessage = (this: unknown, message: unknown, ...rest: unknown[]) => unknown;

/**
 * Call the listener on each `notifications/tools/list_changed` of a transport. It listens in front of the client: both SDKs have
 * one handler for each notification, and that one belongs to whoever uses the client.
 */
export function onToolsChanged(transport: unknown, listener: () => void): void {
  if (typeof transport !== 'object' || transport === null) return;
  const owner = transport as { onmessage?: OnMessage | undefined };
  const next = owner.onmessage;
  owner.onmessage = function (message, ...rest) {
    if (peek(message, 'method') === 'notifications/tools/list_changed') listener();
    return next?.call(this, message, ...rest);
  };
}
