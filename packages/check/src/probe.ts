import type { Era } from '@errata/core';
import type { Clock } from './clock.js';
import type { WireExchange, LinkLog, Transport } from './exchange.js';
import type { ServerOffer, OfferedTool } from './session/offer.js';
import type { Say, CheckSession, CheckSessionOptions } from './session/session.js';
import type { HttpAsk } from './wire/peer.js';

/** What a case works with. Everything that it says and hears is kept for the report. */
export interface Probe {
  readonly era: Era;
  readonly transport: Transport;
  /** What the server said that it has. */
  readonly offer: ServerOffer;
  readonly clock: Clock;
  /** Milliseconds that a reply has. */
  readonly patience: number;
  /** Secrets that the server was given in its environment, and that cases put into arguments: none may ever come back. */
  readonly canaries: Canaries;
  /** Tools that may be called: they say that they only read, or the user allowed it. */
  readonly callable: readonly OfferedTool[];
  /** Why a tool is not called, for the report. */
  readonly whyNotCalled: string;
  /** A method that is known to be answered with a result, with its params: for cases that need any success. */
  readonly harmless: { readonly method: string; readonly params: object | undefined } | undefined;
  /** Default: a well-formed request in this era, with an id of its own. */
  request(method: string, params?: object, options?: RequestOptions): Promise<WireExchange>;
  /** `tools/call`. */
  call(tool: string, args: unknown, options?: RequestOptions): Promise<WireExchange>;
  /** A text or bytes, as they are, in place of a message; by default there may be a reply or not. */
  send(text: string | Uint8Array, options?: Omit<Say, 'texts'>): Promise<WireExchange>;
  /** Several texts at once, before any reply is waited for. */
  sendAll(
    texts: readonly (string | Uint8Array)[],
    options?: Omit<Say, 'texts'>,
  ): Promise<WireExchange>;
  /** A notification, and time for the answer that must not come. */
  notify(method: string, params?: object): Promise<WireExchange>;
  /** The text of a request in this era, with everything around it that the era wants: to be spoiled, and sent by `send`. */
  write(method: string, params?: object, id?: string): string;
  /** A request of HTTP that is said exactly so; headers of the era are added unless they are there, `''` leaves one out. */
  http(ask: Partial<HttpAsk>): Promise<WireExchange>;
  /** A harmless request that must be answered. */
  alive(options?: RequestOptions): Promise<WireExchange>;
  /** A process or connection of its own, which is closed when the case is over. */
  open(options?: CheckSessionOptions): Promise<CheckSession>;
  /** Everything that was exchanged in this run so far, by all cases, the case's own included. */
  readonly exchanges: readonly WireExchange[];
  /** What each link of the run carried, in order. */
  readonly links: readonly LinkLog[];
  /** Secrets that were found: no report shows them. */
  mask(secrets: readonly string[]): void;
  /** A tool that is not called any more: a right call of it got no reply, or ended the server. */
  leaveOut(tool: string): void;
  /** A server ended after an exchange that is not to blame for it alone. */
  lose(how: string, exchange: WireExchange): void;
  /** What ended the server although no case says so. */
  readonly losses: readonly Loss[];
}

/** A server that was there before an exchange, and not after it. */
export interface Loss {
  readonly exchange: WireExchange;
  /** How it ended, as far as that can be known. */
  readonly how: string;
}

export interface RequestOptions {
  /** The id as JSON text. */
  readonly id?: string;
  /** Milliseconds to wait for the reply. */
  readonly patience?: number;
  /** Over HTTP: headers to add, or to leave out by `''`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Canaries {
  /** In the environment of a server that is started here. */
  readonly environment: readonly string[];
  /** A text that looks like a password, for arguments. */
  readonly argument: string;
  /** What the user gave for the server alone: a report does not show it. */
  readonly given?: readonly string[];
}
