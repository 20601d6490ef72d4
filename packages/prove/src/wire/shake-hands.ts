import { membersOf } from '@errata/core/contract';
import { ERA_RULES } from '@errata/core/era';
import { CLIENT, isModern } from './scribe.js';
import { WireError } from './wire-error.js';
import type { Wire, WireOptions } from './wire.js';

/** Agree on the revision, where the era begins with that. A server that wants another one is no server for this era. */
export async function shakeHands(
  wire: Pick<Wire, 'era' | 'request' | 'notify'>,
  { clientInfo = CLIENT, handshake = true }: WireOptions,
): Promise<void> {
  const { era } = wire;
  if (!handshake || !ERA_RULES[era].mcp || isModern(era)) return;
  const params = { protocolVersion: era, capabilities: {}, clientInfo };
  const { message, text } = await wire.request('initialize', params);
  const { protocolVersion } = membersOf(membersOf(message)['result']);
  if (protocolVersion !== era) {
    throw new WireError(`initialize in ${era} was answered with ${text.slice(0, 300)}`);
  }
  await wire.notify('notifications/initialized');
}
