import {
  request as requestHttp,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  Agent as HttpAgent,
} from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import type { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Clock } from '../clock.js';
import type { HttpReply } from '../exchange.js';
import { type HttpAsk, Unreachable, type HttpPeer } from './peer.js';

/** A text that comes in pieces, kept up to a number of bytes. Bytes that are no UTF-8 become U+FFFD. */
class KeptText {
  readonly #decoder = new StringDecoder('utf8');
  #left: number;
  #text = '';

  constructor(mostBytes: number) {
    this.#left = mostBytes;
  }

  /** Whether there came more than is kept. */
  get isOver(): boolean {
    return this.#left < 0;
  }

  /** What is there so far, whole characters only. */
  get text(): string {
    return this.#text;
  }

  /** Says what is new in the text. */
  take(piece: Buffer): string {
    const added = this.#decoder.write(piece.subarray(0, Math.max(0, this.#left)));
    this.#text += added;
    this.#left -= piece.length;
    return added;
  }

  /** Everything, with what was left of a character that never came to its end. */
  finish(): string {
    this.#text += this.#decoder.end();
    return this.#text;
  }
}

/** Who asked for no encoding gets one all the same from some: `Unzip` reads gzip and deflate. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: () => createBrotliDecompress(),
};

function unzip(): Transform {
  // The part of a stream before it was cut off counts, too.
  return createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
}

/** Read the body of an answer piece by piece, decoded where it is encoded; `onEnd` may be called more than once. */
function readDecoded(
  answer: IncomingMessage,
  encoding: string | undefined,
  onPiece: (piece: Buffer) => void,
  onEnd: (isWhole: boolean) => void,
): void {
  const name = encoding?.trim().toLowerCase() ?? '';
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]!() : undefined;
  const source = decoder === undefined ? answer : answer.pipe(decoder);
  source.on('data', onPiece);
  source.once('end', () => onEnd(answer.complete));
  source.on('error', () => onEnd(false));
  answer.on('error', () => onEnd(false));
  answer.once('close', () => {
    // After a whole answer the decoder has still to come to its end.
    if (decoder === undefined || !answer.readableEnded) onEnd(false);
  });
}

/** Bytes of a body that are kept; what is longer is left. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How a request went. `stale`: the server had closed the kept connection on which it was sent, and never saw it. */
type HttpAskOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpReply }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'unconnected'; readonly why: NodeJS.ErrnoException };

interface AskTools {
  /** `false`: a connection for this request alone. */
  readonly agent: Agent | false;
  readonly clock: Clock;
}

const NOTHING: HttpAskOutcome = { kind: 'nothing' };

/** Say one request exactly so, and listen for as long as there is something to wait for. Redirects are not followed. */
function askHttp(url: URL, ask: HttpAsk, { agent, clock }: AskTools): Promise<HttpAskOutcome> {
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method: ask.method,
    headers: { 'accept-encoding': 'identity', ...withLength(ask) },
    agent,
    ...(ask.path !== undefined && { path: ask.path }),
  });
  return new Promise((resolve) => {
    const over = new AbortController();
    let answered = false;
    let connected = false;
    const finish = (asked: HttpAskOutcome): void => {
      if (over.signal.aborted) return;
      over.abort();
      const isWhole = asked.kind === 'answered' && asked.answer.ended === 'whole';
      // Only a connection on which nothing is under way any more can be used again.
      if (!isWhole || !request.writableFinished) request.destroy();
      resolve(asked);
    };
    let tellLate = (): void =>
      finish(
        connected ? NOTHING : { kind: 'unconnected', why: new Error('no connection in time') },
      );

    request.once('socket', (socket) => {
      if (request.reusedSocket) connected = true;
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (connected = true));
    });
    request.once('response', (answer) => {
      answered = true;
      tellLate = listen(answer, ask, (answer) => finish({ kind: 'answered', answer }));
    });
    request.on('error', (why: NodeJS.ErrnoException) => {
      if (answered) return; // the answer notices for itself
      if (!connected) finish({ kind: 'unconnected', why });
      else finish(request.reusedSocket && isReset(why) ? { kind: 'stale' } : NOTHING);
    });
    request.once('close', () => {
      if (!answered) finish(NOTHING);
    });
    if (ask.hangUp === true) request.once('finish', () => finish(NOTHING));
    void write(request, ask, clock, over.signal);
    void clock.sleep(ask.patience, over.signal).then(() => tellLate());
  });
}

/** Read an answer; what is returned gives up waiting for the rest of it. */
function listen(
  answer: IncomingMessage,
  ask: HttpAsk,
  tell: (answer: HttpReply) => void,
): () => void {
  const headers = headersOf(answer);
  const isStream = (headers['content-type'] ?? '').includes('text/event-stream');
  const kept = new KeptText(MOST_BYTES);
  const end = (ended: HttpReply['ended']): void =>
    tell({ status: answer.statusCode!, headers, body: kept.finish(), ended });
  const leaveIfEnough = (piece: string): void => {
    if (kept.isOver || (isStream && ask.enough?.(kept.text, piece) === true)) end('left');
  };
  const take = (bytes: Buffer): void => leaveIfEnough(kept.take(bytes));
  readDecoded(answer, headers['content-encoding'], take, (isWhole) =>
    end(isWhole ? 'whole' : 'cut'),
  );
  // A stream may have nothing to say for a long time, and its head may be all that is wanted.
  leaveIfEnough('');
  return () => end('late');
}

async function write(
  request: ClientRequest,
  { body, stallMs }: HttpAsk,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (body === undefined || stallMs === undefined) {
    request.end(body);
    return;
  }
  const bytes = Buffer.from(body);
  request.flushHeaders();
  request.write(bytes.subarray(0, -1));
  await clock.sleep(stallMs, signal);
  if (!signal.aborted) request.end(bytes.subarray(-1));
}

/** The length of the body, unless it is to be sent in chunks. */
function withLength({ headers, body }: HttpAsk): Record<string, string> {
  if (body === undefined || Object.hasOwn(headers, 'transfer-encoding')) return { ...headers };
  return { 'content-length': String(Buffer.byteLength(body)), ...headers };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const answer: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) answer[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return answer;
}

function isReset({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

export interface HttpPeerOptions {
  readonly clock: Clock;
  /** The user's own, such as `Authorization`; what a request says itself comes first. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on real sockets, which are closed at the end. */
export interface ClosableHttpPeer extends HttpPeer {
  close(): Promise<void>;
}

/**
 * The server behind a URL. A server that never accepts a connection is unreachable; one that accepted one before and no longer
 * does gives no answer, like any server that died.
 */
export function httpPeer(
  target: string,
  { clock, headers = {} }: HttpPeerOptions,
): ClosableHttpPeer {
  const url = new URL(target);
  const shown = `${url.origin}${url.pathname}${url.search}`;
  const agent = new (url.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let wasMet = false;
  return {
    transport: 'http',
    url: shown,
    async ask(given) {
      const ask = { ...given, headers: { ...own, ...given.headers } };
      let asked = await askHttp(url, ask, { agent, clock });
      if (asked.kind === 'stale') asked = await askHttp(url, ask, { agent: false, clock });
      if (asked.kind === 'unconnected' && !wasMet) {
        throw new Unreachable(`there is no connection to ${shown}: ${reasonOf(asked.why)}`);
      }
      wasMet = true;
      return asked.kind === 'answered' ? asked.answer : undefined;
    },
    async close() {
      agent.destroy();
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EPROTO: 'it does not speak TLS',
};

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code]! : message;
}
