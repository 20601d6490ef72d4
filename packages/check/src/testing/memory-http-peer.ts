import type { HttpResponse, HttpEdge } from '@errata/edges/http';
import type { Clock } from '../clock.js';
import type { HttpReply } from '../exchange.js';
import { readBody } from '../session/read-body.js';
import { idTextOf } from '../session/sort-messages.js';
import type { HttpAsk, HttpPeer } from '../wire/peer.js';
import type { ServerControls } from './breakage.js';
import type { SampleServer } from './sample-server.js';

export const MEMORY_URL = 'http://127.0.0.1:1/mcp';

/** The sample behind HTTP, without any socket. */
export function memoryHttpPeer(server: SampleServer, clock: Clock): HttpPeer {
  const { hooks } = server;
  const direct = async (ask: HttpAsk): Promise<HttpReply | undefined> => {
    const given = ask.body === undefined ? undefined : Buffer.from(ask.body).toString();
    if (ask.stallMs !== undefined) await clock.sleep(ask.stallMs);
    const controls = deadServer();
    const body = given === undefined ? undefined : (hooks.incoming?.(given, controls) ?? given);
    const answer = await begin(await server.edge(), ask, body === given ? ask.body : body);
    if (ask.hangUp === true || controls.dead) return undefined;
    const reply = await readAnswer(answer, ask, clock);
    return reply === undefined || hooks.outgoing === undefined
      ? reply
      : change(reply, given ?? '', (text, request) => hooks.outgoing!(text, request, controls));
  };
  return {
    transport: 'http',
    url: MEMORY_URL,
    ask: (ask) => (hooks.http === undefined ? direct(ask) : hooks.http(ask, direct)),
  };
}

function deadServer(): ServerControls & { dead: boolean } {
  return {
    dead: false,
    say: () => undefined,
    sayBytes: () => undefined,
    die() {
      this.dead = true;
    },
  };
}

async function begin(
  edge: HttpEdge,
  { method, headers }: HttpAsk,
  body: string | Uint8Array | undefined,
): Promise<HttpResponse> {
  const all: Record<string, string> = { host: '127.0.0.1:1' };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  const begun = await edge.begin({
    method,
    header: (name) => all[name],
    headers: () => Object.entries(all),
    onClosed: () => undefined,
  });
  if (typeof begun !== 'function') return begun;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const tooLarge = bytes !== undefined && bytes.length > edge.limits.maxBytes;
  return begun(tooLarge ? { problem: 'too-large' } : bytes);
}

/** A short answer as it is, or a stream for as long as there is something to wait for. */
async function readAnswer(
  { status, headers: given, body = '', stream }: HttpResponse,
  { patience, enough }: HttpAsk,
  clock: Clock,
): Promise<HttpReply | undefined> {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (stream === undefined) return { status, headers, body, ended: 'whole' };
  let text = '';
  const over = new AbortController();
  let ended: HttpReply['ended'] = 'late';
  stream({
    write(piece) {
      text += piece;
      if (enough?.(text) !== true) return;
      ended = 'left';
      over.abort();
    },
    end() {
      ended = 'whole';
      over.abort();
    },
    get closed() {
      return over.signal.aborted;
    },
  });
  await clock.sleep(patience, over.signal);
  return { status, headers, body: text, ended };
}

/** What a hook makes of the messages of a body. */
function change(
  answer: HttpReply,
  request: string,
  outgoing: (text: string, request: string | undefined) => string | undefined,
): HttpReply {
  const isStream = (answer.headers['content-type'] ?? '').includes('text/event-stream');
  const texts = readBody(answer).flatMap((text) => {
    const id = idTextOf(text);
    const changed = outgoing(
      text,
      id !== undefined && id === idTextOf(request) ? request : undefined,
    );
    return changed === undefined ? [] : [changed];
  });
  return {
    ...answer,
    body: isStream ? texts.map((text) => `data: ${text}\n\n`).join('') : texts.join('\n'),
  };
}
