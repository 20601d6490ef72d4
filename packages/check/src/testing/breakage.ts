import type { Era } from '@errata/core';
import type { KitOptions } from '@errata/kit';
import type { Clock } from '../clock.js';
import type { HttpReply, Transport } from '../exchange.js';
import type { HttpAsk } from '../wire/peer.js';

/** What a broken server can do to its client on its own. */
export interface ServerControls {
  /** Say a line, or nothing at all of HTTP's business. */
  say(text: string): void;
  /** Say bytes as they are, on line transports. */
  sayBytes(bytes: Uint8Array): void;
  /** Close the connection, as a process that dies would. */
  die(): void;
}

/** How a server is broken: switches on the way in, on the way out, and around HTTP. What is not there is left alone. */
export interface Hooks {
  /** A process or connection begins, before anything came in. */
  begins?(controls: ServerControls): void;
  /** A message that comes in (a line, a body): what the server gets in its place; undefined swallows it. */
  incoming?(text: string, controls: ServerControls): string | undefined;
  /** The same before it is cut into lines: every chunk that the client writes. */
  bytes?(chunk: Uint8Array, controls: ServerControls): Uint8Array | undefined;
  /** A message that goes out, and the text of the request under whose id it goes: what the client gets in its place; undefined swallows it. */
  outgoing?(
    text: string,
    request: string | undefined,
    controls: ServerControls,
  ): string | undefined;
  /** Around a whole request of HTTP. */
  http?(
    ask: HttpAsk,
    next: (ask: HttpAsk) => Promise<HttpReply | undefined>,
  ): Promise<HttpReply | undefined>;
  /** What the server offers, and how it is made. */
  offer?(options: KitOptions): KitOptions;
  /** Of a process: what happens at the end of its input; default: it ends with 0. `stay` means it does not end. */
  onEnd?: 'stay' | number;
  /** Of a process: what happens on SIGTERM; default: it ends with 0. */
  onSigterm?: 'stay' | number;
  /** Of a process or port: whether it can be started or connected again after it was ended. Default: it can. */
  startsAgain?(ended: readonly ('eof' | 'SIGTERM' | 'SIGKILL')[]): boolean;
}

/** One way to be broken, and where it is shown. */
export interface Breakage {
  /** The case that must fail, and no other. */
  readonly id: string;
  readonly era: Era;
  readonly transport: Transport;
  breaks(world: World): Hooks;
}

/** What a broken server may use. */
export interface World {
  readonly clock: Clock;
  /** What is in its environment. */
  readonly secrets: readonly string[];
}

/** Broken servers of one revision on one wire, each under the id of the case that it fails. */
export function broken(
  era: Era,
  transport: Transport,
  servers: Readonly<Record<string, Breakage['breaks']>>,
): readonly Breakage[] {
  return Object.entries(servers).map(([id, breaks]) => ({ id, era, transport, breaks }));
}
