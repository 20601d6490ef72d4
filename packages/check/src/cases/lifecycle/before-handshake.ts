import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { CLIENT, writeMessage } from '../../session/dress.js';
import type { Say, Session } from '../../session/session.js';
import { initializeParams } from '../../session/shake-hands.js';
import { hasResult } from '../read-reply.js';
import { writeInitialize } from './first-words.js';

/** A version that never was. */
export const UNKNOWN_VERSION = '1999-01-01';

/** Ids of what is said too early. */
export const EARLY_PING = '1';
export const EARLY_LIST = '2';

/** What is tried before any handshake was accepted. */
export interface BeforeHandshake {
  /** A ping and a tools/list. */
  readonly early: Exchange;
  readonly withoutParams: Exchange;
  readonly withoutVersion: Exchange;
  readonly unknownVersion: Exchange;
}

const tried = new WeakMap<Probe, Promise<BeforeHandshake>>();

/** Try all of it, once in a run: starting a server is what takes time. */
export function beforeHandshake(probe: Probe): Promise<BeforeHandshake> {
  const known = tried.get(probe);
  if (known !== undefined) return known;
  const made = tryAll(probe);
  tried.set(probe, made);
  return made;
}

async function tryAll(probe: Probe): Promise<BeforeHandshake> {
  const { era } = probe;
  let stranger: Session | undefined;
  const say = async (what: Say): Promise<Exchange> => {
    stranger ??= await probe.open({ handshake: false });
    const exchange = await stranger.say(what);
    // Where nobody is there any more, the next words need a connection of their own.
    if (exchange.state !== 'open') stranger = undefined;
    return exchange;
  };
  // No id may be used again on a connection.
  const initialize = async (id: number, params: object | undefined): Promise<Exchange> => {
    const exchange = await say({ texts: [writeInitialize(id, params)], expects: 'reply' });
    // So do they where a handshake was accepted.
    if (hasResult(exchange.reply)) stranger = undefined;
    return exchange;
  };
  const ping = writeMessage(era, 'ping', undefined, EARLY_PING);
  const list = writeMessage(era, 'tools/list', undefined, EARLY_LIST);
  const unknown = { ...initializeParams(era), protocolVersion: UNKNOWN_VERSION };
  return {
    early: await say({ texts: [ping, list] }),
    withoutParams: await initialize(3, undefined),
    withoutVersion: await initialize(4, { capabilities: {}, clientInfo: CLIENT }),
    unknownVersion: await initialize(5, unknown),
  };
}
