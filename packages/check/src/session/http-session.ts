import type { Era } from '@errata/core/era';
import { headersFor } from '@errata/prove';
import type { Exchange, Heard, Told } from '../exchange.js';
import { parseJson } from '../json/json.js';
import type { HttpAsk, HttpPeer } from '../wire/peer.js';
import { writeMessage } from './dress.js';
import type { SessionTools } from './line-session.js';
import { createLog } from './link-log.js';
import { readBody } from './read-body.js';
import type { Say, Session } from './session.js';
import { idTextOf, kindOf, replyAmong } from './sort-heard.js';
import { textOf } from './text-of.js';

/** A conversation of requests over HTTP. */
export class HttpSession implements Session {
  readonly era: Era;
  readonly isClosed = false;
  /** What the server called the session; of revisions that have them. */
  sessionId: string | undefined;
  /** Whether the handshake is over. */
  begun = false;
  readonly #peer: HttpPeer;
  readonly #tools: SessionTools;
  readonly #log: NonNullable<SessionTools['log']>;
  #lastId = 0;

  constructor(peer: HttpPeer, tools: SessionTools) {
    this.era = tools.era;
    this.#peer = peer;
    this.#tools = tools;
    this.#log = tools.log ?? createLog();
  }

  write(method: string, params?: object, id = String(++this.#lastId)): string {
    return writeMessage(this.era, method, params, id);
  }

  request(method: string, params?: object, id?: string): Promise<Exchange> {
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

  say({ texts, headers, patience }: Say): Promise<Exchange> {
    return this.ask(
      texts.map((text) => {
        const shown = textOf(text);
        return {
          method: 'POST',
          headers: withChanges(headersFor(shown, this.era, this.#session()), headers ?? {}),
          body: text,
          patience: patience ?? this.#tools.timing.patience,
        };
      }),
    );
  }

  /** One request of HTTP, with the headers of the era unless they are told. */
  http({ headers = {}, ...ask }: Partial<HttpAsk>): Promise<Exchange> {
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

  async ask(asks: readonly HttpAsk[]): Promise<Exchange> {
    const { clock, onExchange } = this.#tools;
    const at = clock.now();
    const sent = asks.map(({ body = '' }) => textOf(body));
    const told: Told[] = [];
    const heard: Heard[] = [];
    let mute = false;
    await Promise.all(
      asks.map(async (ask, index) => {
        this.#log.add('out', sent[index]!, clock.now());
        const id = idTextOf(sent[index]!);
        const answer = await this.#peer.ask({
          enough: (body) => id !== undefined && hasReply(body, id),
          ...ask,
        });
        if (answer === undefined) mute = ask.hangUp !== true || mute;
        else {
          told.push(answer);
          for (const text of readBody(answer)) {
            this.#log.add('in', text, clock.now());
            heard.push({ text, value: parseJson(text), at: clock.now() });
          }
        }
      }),
    );
    const responses = heard.filter((each) => kindOf(each) === 'response');
    const exchange: Exchange = {
      sent,
      asked: asks.map(({ method, path = new URL(this.#peer.url).pathname, headers }) => ({
        method,
        path,
        headers,
      })),
      heard,
      responses,
      reply: replyAmong(responses, sent),
      told,
      state: mute ? 'silent' : 'open',
      at,
      ms: clock.now() - at,
    };
    onExchange(exchange);
    return exchange;
  }

  #session() {
    const { sessionId: id, begun } = this;
    return { begun, ...(id !== undefined && { id }) };
  }
}

/** Whether an event stream has the reply to an id in it already. */
function hasReply(body: string, id: string): boolean {
  return readBody({ status: 200, headers: { 'content-type': 'text/event-stream' }, body }).some(
    (text) => {
      const heard = { text, value: parseJson(text), at: 0 };
      return kindOf(heard) === 'response' && idTextOf(text) === id;
    },
  );
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
