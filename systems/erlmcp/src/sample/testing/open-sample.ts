import { CLIENT, envelope } from '@errata/testing/messages';
import { shakeHands, speakModern, type Wire } from '@errata/testing/wire';
import { createSample, type SampleOptions } from '../create-sample.js';

type Json = Record<string, unknown>;

/** A client that has shaken hands in 2025-11-25. */
export async function openSample(options: SampleOptions = {}, capabilities: Json = {}) {
  return withCall(await shakeHands(createSample(options), '2025-11-25', capabilities));
}

/** A client of 2026-07-28. */
export function openModernSample(options: SampleOptions = {}, capabilities: Json = {}) {
  return withCall(speakModern(createSample(options), envelope(CLIENT, capabilities)));
}

const withCall = (wire: Wire) => ({
  ...wire,
  call: (name: string, args: Json, _meta?: Json, id?: string) =>
    wire.ask('tools/call', { name, arguments: args, ...(_meta && { _meta }) }, id),
});
