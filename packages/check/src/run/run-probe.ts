import type { Era } from '@errata/core';
import type { Clock } from '../clock.js';
import type { ConnectionState, WireExchange, LinkLog, Transport } from '../exchange.js';
import type { Canaries, Loss, Probe, RequestOptions } from '../probe.js';
import { harmlessMethod, writeMessage } from '../session/messages.js';
import { HttpSession } from '../session/http-session.js';
import type { ServerOffer, OfferedTool } from '../session/offer.js';
import type { Say, CheckSession, CheckSessionOptions } from '../session/session.js';
import { tellingLine } from '../wire/server-output.js';
import { Unreachable, type HttpAsk, type LinkProcess } from '../wire/peer.js';
import { openSession, type Connector } from '../session/open-session.js';
import type { RunRecord } from './record.js';

/** Milliseconds between the end of its output and that of the process. */
const PATIENCE = 500;

/** How a process ended, in a few words. */
async function describeEnd({ exited, stderr }: LinkProcess, clock: Clock): Promise<string> {
  const over = new AbortController();
  const status = await Promise.race([exited, clock.sleep(PATIENCE, over.signal)]);
  over.abort('over'); // a reason of ours: without one an exception would be made
  if (status === undefined) return 'it closed its output';
  const words = tellingLine(stderr());
  const ended = typeof status === 'number' ? `ended with ${status}` : `was ended by ${status}`;
  return `it ${ended}${words === undefined ? '' : `; its last words: ${words}`}`;
}

/** What is known when a run begins. */
type ProbeSetup = Pick<
  Probe,
  'era' | 'transport' | 'offer' | 'clock' | 'canaries' | 'callable' | 'harmless'
> & { whyNotCalled(leftOut: readonly string[]): string };

/** The probe of one run in one revision: cases use it one after the other. */
export class RunProbe implements Probe {
  readonly era: Era;
  readonly transport: Transport;
  readonly offer: ServerOffer;
  readonly clock: Clock;
  readonly patience: number;
  readonly canaries: Canaries;
  callable: readonly OfferedTool[];
  readonly #whyNotCalled: ProbeSetup['whyNotCalled'];
  readonly #leftOut: string[] = [];
  readonly harmless: Probe['harmless'];
  readonly #record: RunRecord;
  readonly #desk: Connector;
  #shared: CheckSession;
  #opened: CheckSession[] = [];
  readonly #kept: CheckSession[] = [];
  #lastId = 100;
  #broken: ConnectionState = 'open';
  /** The exchange after which the connection was gone, where no case has found fault with that. */
  #suspect: WireExchange | undefined;
  readonly losses: Loss[] = [];
  readonly secrets = new Set<string>();

  constructor(setup: ProbeSetup, record: RunRecord, connector: Connector, shared: CheckSession) {
    this.era = setup.era;
    this.transport = setup.transport;
    this.offer = setup.offer;
    this.clock = setup.clock;
    this.patience = connector.timing.patience;
    this.canaries = setup.canaries;
    this.callable = setup.callable;
    this.#whyNotCalled = setup.whyNotCalled;
    this.harmless = setup.harmless;
    this.#record = record;
    this.#desk = connector;
    this.#shared = shared;
  }

  get exchanges(): readonly WireExchange[] {
    return this.#record.exchanges;
  }

  get whyNotCalled(): string {
    return this.#whyNotCalled(this.#leftOut);
  }

  get links(): readonly LinkLog[] {
    return this.#record.links;
  }

  /** What the present case exchanged. */
  get own(): readonly WireExchange[] {
    return this.#record.own;
  }

  /** Whether the shared conversation is of no more use. */
  get needsSession(): boolean {
    return this.#shared.isClosed || this.#broken !== 'open';
  }

  /** A new shared conversation in place of one that is of no more use. */
  async renew(): Promise<void> {
    await this.#shared.close();
    const { session, greeting } = await openSession(this.#desk, this.era);
    this.#shared = session;
    this.#broken = greeting?.exchange.state ?? 'open';
    if (this.#broken !== 'open') throw new Unreachable('a new conversation got no answer');
  }

  /** A case begins. */
  begin(): void {
    this.#record.own = [];
    this.#suspect = undefined;
  }

  /** Closes what the case has opened, and says how it left the shared conversation. */
  async finish(): Promise<ConnectionState> {
    const opened = this.#opened;
    this.#opened = [];
    await Promise.all(opened.map((session) => session.close()));
    return this.#shared.isClosed ? 'closed' : this.#broken;
  }

  /** A case is over that left the connection closed or mute, and did not complain. A process whose output is closed is gone by that. */
  async suspect(): Promise<void> {
    this.#suspect = this.own.findLast(({ state }) => state !== 'open');
    const { process, isClosed } = this.#shared;
    if (this.transport !== 'stdio' || !isClosed) return;
    this.lose(process === undefined ? 'it ended' : await describeEnd(process, this.clock));
  }

  /** The server could not be reached again. */
  lose(how: string, exchange = this.#suspect): void {
    if (exchange !== undefined) this.losses.push({ exchange, how });
    this.#suspect = undefined;
  }

  mask(secrets: readonly string[]): void {
    for (const secret of secrets) this.secrets.add(secret);
  }

  leaveOut(tool: string): void {
    this.#leftOut.push(tool);
    this.callable = this.callable.filter(({ name }) => name !== tool);
  }

  async close(): Promise<void> {
    await this.finish();
    await Promise.all([this.#shared, ...this.#kept].map((session) => session.close()));
  }

  write(method: string, params?: object, id = String(++this.#lastId)): string {
    return writeMessage(this.era, method, params, id);
  }

  request(method: string, params?: object, options: RequestOptions = {}): Promise<WireExchange> {
    const { id, patience, headers } = options;
    return this.#say({
      texts: [this.write(method, params, id)],
      expects: 'reply',
      ...(patience !== undefined && { patience }),
      ...(headers && { headers }),
    });
  }

  call(tool: string, args: unknown, options?: RequestOptions): Promise<WireExchange> {
    return this.request('tools/call', { name: tool, arguments: args }, options);
  }

  send(text: string | Uint8Array, options: Omit<Say, 'texts'> = {}): Promise<WireExchange> {
    return this.#say({ texts: [text], ...options });
  }

  sendAll(
    texts: readonly (string | Uint8Array)[],
    options: Omit<Say, 'texts'> = {},
  ): Promise<WireExchange> {
    return this.#say({ texts, ...options });
  }

  notify(method: string, params?: object): Promise<WireExchange> {
    return this.#say({
      texts: [writeMessage(this.era, method, params, undefined)],
      expects: 'silence',
    });
  }

  http(ask: Partial<HttpAsk>): Promise<WireExchange> {
    if (!(this.#shared instanceof HttpSession)) throw new TypeError('the transport is not HTTP');
    return this.#shared.http(ask);
  }

  alive(options?: RequestOptions): Promise<WireExchange> {
    const { method = harmlessMethod(this.era), params } = this.harmless ?? {};
    return this.request(method, params, options);
  }

  async open(options?: CheckSessionOptions): Promise<CheckSession> {
    const { session } = await openSession(this.#desk, this.era, options);
    (options?.keep === true ? this.#kept : this.#opened).push(session);
    return session;
  }

  async #say(say: Say): Promise<WireExchange> {
    const exchange = await this.#shared.say(say);
    // A server that never answers the harmless request is as silent in a new conversation.
    const isMute = this.#desk.unanswered.has([this.write(harmlessMethod(this.era))]);
    this.#broken = exchange.state === 'silent' && isMute ? 'open' : exchange.state;
    return exchange;
  }
}
