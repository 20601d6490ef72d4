import type { Era } from '@errata/core';
import type { Clock } from '../clock.js';
import type { ConnectionState, WireExchange, ReceivedMessage } from '../exchange.js';
import { LineCutter } from '../wire/server-output.js';
import { Unreachable, type LineLink } from '../wire/peer.js';
import {
  flawOf,
  textOf,
  createLog,
  KEPT_TEXT,
  type WritableLog,
  splitExchange,
} from './link-log.js';
import {
  harmlessMethod,
  writeMessage,
  answerTo,
  idTextOf,
  kindOf,
  replyAmong,
} from './messages.js';
import { ReplyCollector } from './reply-collector.js';
import type { Say, CheckSession, Timing } from './session.js';
import type { Unanswered } from './unanswered.js';

export interface SessionTools {
  readonly era: Era;
  readonly clock: Clock;
  readonly timing: Timing;
  /** Takes every exchange as soon as it is over. */
  readonly onExchange: (exchange: WireExchange) => void;
  readonly log?: WritableLog;
  /** Shared by all sessions of a run. */
  readonly unanswered: Unanswered;
}

/** Ids of markers are far from those of requests, and integers, which every server can echo. */
const FIRST_MARKER = 900_001;
const PAUSE_BETWEEN_PIECES = 20;
/** Milliseconds of one exchange, however often patience begins anew. */
const LONGEST_WAIT = 30_000;

/** A conversation on a stream of lines. One exchange at a time; what comes belongs to the one that is open. */
export class LineSession implements CheckSession {
  readonly era: Era;
  readonly #link: LineLink;
  readonly #tools: SessionTools;
  readonly log: WritableLog;
  /** What was written, as the server sees it: pieces are whole lines again. */
  readonly #written = new LineCutter((line) =>
    this.log.add('out', textOf(line), this.#tools.clock.now()),
  );
  /** Ids of earlier exchanges, and of the present one with the replies that are due: a late or second one is not taken for another's. */
  readonly #past = new Set<string>();
  #present = new Map<string, number>();
  #collector = new ReplyCollector();
  /** Replies of the present exchange that are not to an earlier one, and when the last of them came. */
  #replies = 0;
  #repliedAt = 0;
  /** Replies under ids that were never used. */
  #strays = 0;
  #arrived: (() => void) | undefined;
  #lastId = 0;
  #lastMarker = FIRST_MARKER;
  #marker: { readonly id: string; answered: boolean } | undefined;
  #closed = false;

  constructor(link: LineLink, tools: SessionTools) {
    this.era = tools.era;
    this.#link = link;
    this.#tools = tools;
    this.log = tools.log ?? createLog();
    link.onLine((line) => this.#hear(line));
    void link.closed.then(() => {
      this.#closed = true;
      this.#arrived?.();
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get process() {
    return this.#link.process;
  }

  write(method: string, params?: object, id = String(++this.#lastId)): string {
    return writeMessage(this.era, method, params, id);
  }

  request(method: string, params?: object, id?: string): Promise<WireExchange> {
    return this.say({ texts: [this.write(method, params, id)], expects: 'reply' });
  }

  end(): void {
    this.#link.end();
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  async say({
    texts,
    expects = 'either',
    replies = texts.length,
    raw,
    patience,
    pace,
    alone = false,
    grace: given,
  }: Say): Promise<WireExchange> {
    const { clock, timing, unanswered } = this.#tools;
    const at = clock.now();
    this.#link.resetLimits?.();
    this.#collector = new ReplyCollector();
    this.#replies = 0;
    const all = texts.map(textOf);
    this.#present = new Map();
    for (const id of all.map((text) => idTextOf(text) ?? '')) {
      this.#present.set(id, (this.#present.get(id) ?? 0) + 1);
    }
    let written = 0;
    for (const [index, text] of texts.entries()) {
      // Pieces that are written without a pause may arrive as one.
      if (raw === true && index > 0) await clock.sleep(PAUSE_BETWEEN_PIECES);
      if (pace !== undefined && this.#closed) break;
      this.#say(text, raw === true);
      written += 1;
      if (pace !== undefined) await this.#until(() => this.#replies >= written, pace);
    }
    const sent = all.slice(0, written);
    const waiting = patience ?? timing.patience;
    const last = clock.now() + Math.max(waiting, LONGEST_WAIT);
    let mute = false;
    const enough = (): boolean => this.#replies >= replies;
    const isDoubtful = expects === 'reply' && !alone && unanswered.has(sent);
    if (expects === 'reply' && !isDoubtful) {
      mute = !(await this.#until(enough, waiting, last));
      // With several at once it is unclear which one is slow.
      const isClear = (sent.length === 1 || pace !== undefined) && !alone;
      if (mute && !this.#closed && isClear) this.#remember(sent);
    } else {
      const answered = expects === 'silence' ? () => false : enough;
      const usual = expects === 'due' ? timing.dueGrace : timing.grace;
      const grace = given ?? (isDoubtful ? timing.haste / 2 : usual);
      const skips = expects === 'silence' || isDoubtful;
      const there = !skips && (await this.#until(answered, timing.haste));
      const isMarkerMute = unanswered.has([this.#writeMarker('0')]);
      const forMarker = isMarkerMute ? timing.doubt : waiting;
      if (!there) mute = !(await this.#waitByMarker(answered, forMarker, last, grace));
    }
    return this.#finish(sent, at, mute, pace !== undefined);
  }

  /** The server has had its say when it has answered what came after, and some time has passed. */
  async #waitByMarker(
    enough: () => boolean,
    patience: number,
    last: number,
    grace: number,
  ): Promise<boolean> {
    const id = String(++this.#lastMarker);
    const marker = { id, answered: false };
    this.#marker = marker;
    this.#say(this.#writeMarker(id), false);
    const strays = this.#strays;
    const answered = await this.#until(() => marker.answered, patience, last);
    if (answered) await this.#until(enough, grace);
    // A server that answers under wrong ids will never answer a marker.
    else if (this.#strays > strays) this.#tools.unanswered.add(this.#writeMarker(id));
    this.#marker = undefined;
    return answered || this.#strays > strays;
  }

  #writeMarker(id: string): string {
    return writeMessage(this.era, harmlessMethod(this.era), undefined, id);
  }

  /** Keeps in mind which of these went without a reply. */
  #remember(sent: readonly string[]): void {
    const answered = new Set(this.#collector.responses.map(({ text }) => idTextOf(text)));
    for (const text of sent) if (!answered.has(idTextOf(text))) this.#tools.unanswered.add(text);
  }

  #finish(sent: readonly string[], at: number, mute: boolean, isPaced: boolean): WireExchange {
    const { received, responses } = this.#collector;
    const { flood } = this.#link;
    const exchange: WireExchange = {
      sent,
      received,
      responses,
      reply: replyAmong(responses.filter(this.#isTimely), sent),
      httpAnswers: [],
      // A server that sent more than the limit has neither hung up nor fallen silent.
      state: flood === undefined ? this.#stateWhen(mute) : 'open',
      ...(mute && this.#link.isStalled === true && { isStalled: true as const }),
      at,
      ms: this.#tools.clock.now() - at,
    };
    this.#collector = new ReplyCollector();
    for (const id of this.#present.keys()) this.#past.add(id);
    for (const each of isPaced ? splitExchange(exchange, this.log) : [exchange]) {
      this.#tools.onExchange(each);
    }
    if (flood !== undefined) throw new Unreachable(flood);
    return exchange;
  }

  #stateWhen(mute: boolean): ConnectionState {
    return this.#closed ? 'closed' : mute ? 'silent' : 'open';
  }

  readonly #isTimely = ({ text }: ReceivedMessage): boolean => {
    const id = idTextOf(text);
    return id === undefined || id === 'null' || this.#present.has(id) || !this.#past.has(id);
  };

  #say(text: string | Uint8Array, raw: boolean): void {
    const bytes = raw ? Buffer.from(text) : Buffer.concat([Buffer.from(text), NEWLINE]);
    // A long text is one line of its own: it need not be searched for others.
    const isOne = !raw && text.length > KEPT_TEXT && this.#written.isBetweenLines;
    if (isOne) this.log.add('out', textOf(text), this.#tools.clock.now());
    else this.#written.take(bytes);
    this.#link.write(bytes);
  }

  #hear(line: Uint8Array): void {
    if (line.length === 0) return;
    const message = this.#collector.read(textOf(line), this.#tools.clock.now());
    const kind = kindOf(message);
    const id = kind === 'response' ? idTextOf(message.text) : undefined;
    const isPresent = this.#marker !== undefined && numberOf(id) === Number(this.#marker.id);
    if (isPresent) this.#marker!.answered = true;
    const isReply = kind === 'response' && !this.#isMarker(id) && this.#isTimely(message);
    const due = id === undefined ? undefined : this.#present.get(id);
    if (isReply && due !== 0) this.#replies += 1;
    if (due !== undefined) this.#present.set(id!, Math.max(0, due - 1));
    else if (isReply && id !== undefined) this.#strays += 1;
    if (isPresent || (isReply && id !== undefined && id !== 'null')) this.#repliedAt = message.at;
    if (this.#collector.takes(kind)) {
      this.log.add('in', message.text, message.at, flawOf(line), message.value);
      if (!this.#isMarker(id)) this.#collector.keep(message, kind);
    }
    if (kind === 'request') this.#say(answerTo(message), false);
    this.#arrived?.();
  }

  /** The answer to a marker, even a late or a second one, is no reply. */
  #isMarker(id: string | undefined): boolean {
    const number = numberOf(id);
    return number > FIRST_MARKER && number <= this.#lastMarker;
  }

  /** Whether it is so before the time is over. Up to the `last` moment, time begins anew with every reply. */
  async #until(isSo: () => boolean, milliseconds: number, last?: number): Promise<boolean> {
    const { clock } = this.#tools;
    const began = clock.now();
    while (!isSo()) {
      const since = last === undefined ? began : Math.max(began, this.#repliedAt);
      const left = Math.min(since + milliseconds, last ?? Infinity) - clock.now();
      if (this.#closed || left <= 0) return isSo();
      const patience = new AbortController();
      this.#arrived = () => patience.abort(ARRIVED);
      await clock.sleep(left, patience.signal);
    }
    return true;
  }
}

/** Some servers turn ids into texts: the number is the same. */
function numberOf(id: string | undefined): number {
  return Number(id?.replaceAll('"', ''));
}

const NEWLINE = Buffer.of(0x0a);
/** Why a wait is over. Without a reason of ours, an exception would be made each time. */
const ARRIVED = 'arrived';
