import type { Era } from '@errata/core';
import { headersFor } from '@errata/prove';
import type { HttpReply, WireExchange } from '../exchange.js';
import { copyText, cutText } from '../json/thin-text.js';
import { parseJson } from '../json/json.js';
import type { HttpAsk, HttpPeer } from '../wire/peer.js';
import { textOf, createLog, KEPT_TEXT } from './link-log.js';
import { writeMessage, idTextOf, kindOf, replyAmong } from './messages.js';
import { ReplyCollector, LONGEST_TEXT } from './reply-collector.js';
import type { SessionTools } from './line-session.js';
import type { Say, CheckSession } from './session.js';

/** Reads an event stream piece by piece: lines end in LF, CR or both, also if a piece ends between the two. */
export class EventReader {
  readonly #onEvent: (data: string) => void;
  #line = '';
  #data: string[] = [];
  #isAfterReturn = false;
  #isFirst = true;

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent;
  }

  take(piece: string): void {
    if (piece === '') return;
    const text = this.#isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#isAfterReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n?|\n/);
    const rest = lines.pop()!;
    for (const line of lines) {
      this.#take(this.#line + line);
      this.#line = '';
    }
    this.#line += rest;
  }

  /** The data of an event that is not over yet, where it has one line that is whole. */
  get begun(): string | undefined {
    return this.#line === '' && this.#data.length === 1 ? this.#data[0] : undefined;
  }

  /** There is nothing more to come: what is there is taken for an event, though no empty line follows. */
  finish(): void {
    if (this.#line !== '') this.#take(this.#line);
    this.#line = '';
    this.#take('');
  }

  #take(given: string): void {
    const line = this.#isFirst ? given.replace(/^\uFEFF/, '') : given;
    this.#isFirst = false;
    if (line === 'data') this.#data.push('');
    else if (line.startsWith('data:')) this.#data.push(line.slice(5).replace(/^ /, ''));
    if (line !== '' || this.#data.length === 0) return;
    const data = this.#data.join('\n');
    this.#data = [];
    if (data.trim() !== '') this.#onEvent(data);
  }
}

/** The messages in the body of an answer: the events of a stream, or the body itself; none where there is nothing. */
export function readBody({
  headers,
  body,
}: Pick<HttpReply, 'status' | 'headers' | 'body'>): string[] {
  if (!(headers['content-type'] ?? '').includes('text/event-stream')) {
    return /\S/.test(body) ? [body] : [];
  }
  const events: string[] = [];
  const reader = new EventReader((data) => void events.push(copyText(data)));
  reader.take(body);
  reader.finish();
  return events;
}

/** Answers of one exchange of whose bodies much is kept. */
const MOST_LONG = 4;

/** A conversation of requests over HTTP. */
export class HttpSession implements CheckSession {
  readonly era: Era;
  readonly isClosed = false;
  /** What the server called the session; of revisions that have them. */
  sessionId: string | undefined;
  /** Whether the handshake is over. */
  begun = false;
  readonly #peer: HttpPeer;
  readonly #tools: SessionTools;
  readonly log: NonNullable<SessionTools['log']>;
  #lastId = 0;

  constructor(peer: HttpPeer, tools: SessionTools) {
    this.era = tools.era;
    this.#peer = peer;
    this.#tools = tools;
    this.log = tools.log ?? createLog();
  }

  write(method: string, params?: object, id = String(++this.#lastId)): string {
    return writeMessage(this.era, method, params, id);
  }

  request(method: string, params?: object, id?: string): Promise<WireExchange> {
    return this.say({ texts: [this.write(method, params, id)], expects: 'reply' });
  }

  end(): void {
    // nothing is open between requests
  }

  async close(): Promise<void> {
    if (this.sessionId === undefined) return;
    // Politeness: a server that keeps sessions may forget this one. Whether it does is none of our business.
    await this.#peer.ask({
      method: 'DELETE',
      headers: { 'mcp-session-id': this.sessionId, 'mcp-protocol-version': this.era },
      patience: this.#tools.timing.patience,
    });
  }

  say({ texts, headers, patience, alone = false }: Say): Promise<WireExchange> {
    return this.ask(
      texts.map((text) => {
        const shown = textOf(text);
        return {
          method: 'POST',
          headers: withChanges(headersFor(shown, this.era, this.#session()), headers ?? {}),
          body: text,
          patience:
            !alone && this.#tools.unanswered.has([shown])
              ? this.#tools.timing.doubt
              : (patience ?? this.#tools.timing.patience),
        };
      }),
    );
  }

  /** One request of HTTP, with the headers of the era where none are given. */
  http({ headers = {}, ...ask }: Partial<HttpAsk>): Promise<WireExchange> {
    const text = ask.body === undefined ? '' : textOf(ask.body);
    const usual = headersFor(text, this.era, this.#session());
    return this.ask([
      {
        method: 'POST',
        patience: this.#tools.timing.patience,
        ...ask,
        headers: withChanges(usual, headers),
      },
    ]);
  }

  async ask(asks: readonly HttpAsk[]): Promise<WireExchange> {
    const { clock, onExchange } = this.#tools;
    const at = clock.now();
    const sent = asks.map(({ body = '' }) => textOf(body));
    const httpAnswers: HttpReply[] = [];
    const collector = new ReplyCollector();
    let mute = false;
    await Promise.all(
      asks.map(async (ask, index) => {
        this.log.add('out', sent[index]!, clock.now());
        const id = idTextOf(sent[index]!);
        const answer = await this.#peer.ask({
          ...(id !== undefined && { enough: untilReply(id) }),
          ...ask,
        });
        if (answer === undefined) {
          mute = ask.hangUp !== true || mute;
          if (ask.hangUp !== true) this.#tools.unanswered.add(sent[index]!);
        } else {
          const most = httpAnswers.length < MOST_LONG ? LONGEST_TEXT : KEPT_TEXT;
          httpAnswers.push({ ...answer, body: cutText(answer.body, most) });
          for (const text of readBody(answer)) this.#hear(text, collector);
        }
      }),
    );
    const { received, responses } = collector;
    const exchange: WireExchange = {
      sent,
      httpRequests: asks.map(({ method, path = new URL(this.#peer.url).pathname, headers }) => ({
        method,
        path,
        headers,
      })),
      received,
      responses,
      reply: replyAmong(responses, sent),
      httpAnswers,
      state: mute ? 'silent' : 'open',
      at,
      ms: clock.now() - at,
    };
    onExchange(exchange);
    return exchange;
  }

  #hear(text: string, collector: ReplyCollector): void {
    const message = collector.read(text, this.#tools.clock.now());
    const kind = kindOf(message);
    if (!collector.takes(kind)) return;
    this.log.add('in', message.text, message.at, undefined, message.value);
    collector.keep(message, kind);
  }

  #session() {
    const { sessionId: id, begun } = this;
    return { begun, ...(id !== undefined && { id }) };
  }
}

/** Whether an event stream has the reply to an id in it already: only what is new is read. */
function untilReply(id: string): NonNullable<HttpAsk['enough']> {
  let isThere = false;
  const look = (text: string): void => {
    isThere ||=
      idTextOf(text) === id && kindOf({ text, value: parseJson(text), at: 0 }) === 'response';
  };
  const reader = new EventReader(look);
  let length = 0;
  return (body, piece = body.slice(length)) => {
    length = body.length;
    reader.take(piece);
    if (!isThere && reader.begun !== undefined) look(reader.begun);
    return isThere;
  };
}

/** Headers with changes; the empty text takes one away. */
function withChanges(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  const lower = Object.entries(changes).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const merged = { ...headers, ...Object.fromEntries(lower) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
