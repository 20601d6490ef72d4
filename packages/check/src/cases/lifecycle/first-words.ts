import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import type { Say } from '../../session/session.js';
import { idTextOf } from '../../session/sort-heard.js';

/** The first words of a connection of their own. Cases that look at the same words share one exchange. */
export async function firstWords(
  probe: Probe,
  texts: readonly string[],
  options: Omit<Say, 'texts'> = {},
): Promise<Exchange> {
  const isSame = ({ sent }: Exchange): boolean =>
    sent.length === texts.length && sent.every((text, index) => text === texts[index]);
  const said = probe.exchanges.find(isSame);
  if (said !== undefined) return said;
  const session = await probe.open({ handshake: false });
  return session.say({ texts, expects: 'reply', ...options });
}

/** An `initialize` without anything around it; without params where they are undefined. */
export function writeInitialize(id: number, params: object | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
}

/** The response under an id, which is JSON text. */
export function replyUnder({ responses }: Exchange, id: string): Heard | undefined {
  return responses.find(({ text }) => idTextOf(text) === id);
}
