import { PassThrough } from 'node:stream';
import { serveStdio } from '@errata/edges/stdio';
import type { HttpResponse, HttpEdge } from '@errata/edges/http';
import { idTextOf } from '../session/messages.js';
import { LineCutter } from '../wire/server-output.js';
import {
  Unreachable,
  type LineLink,
  type LinePeer,
  type HttpAsk,
  type HttpPeer,
} from '../wire/peer.js';
import type { ServerControls } from './breakage.js';
import type { SampleServer } from './sample-server.js';
import type { Clock } from '../clock.js';
import type { HttpReply } from '../exchange.js';
import { readBody } from '../session/http-session.js';

type Ended = 'eof' | 'SIGTERM' | 'SIGKILL';

/** The sample on lines, without any process or socket. */
export function memoryLinePeer(server: SampleServer, transport: 'stdio' | 'tcp'): LinePeer {
  const ended: Ended[] = [];
  return {
    transport,
    async open() {
      if (server.hooks.startsAgain?.(ended) === false) {
        throw new Unreachable('it does not start again');
      }
      return openLink(server, transport, (how) => void ended.push(how));
    },
  };
}

function openLink(
  server: SampleServer,
  transport: 'stdio' | 'tcp',
  onEnded: (how: Ended) => void,
): LineLink {
  const { hooks } = server;
  const input = new PassThrough();
  const output = new PassThrough();
  const edge = serveStdio((channel) => server.connect(channel), {
    input,
    output,
    errors: new PassThrough().resume(),
    exit: false,
    maxLineBytes: 1 << 20,
  });
  const requests = new Map<string, string>();
  const waiting: Uint8Array[] = [];
  let listener: ((line: Uint8Array) => void) | undefined;
  let isClosed = false;
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));
  let tellExited: (how: number | string) => void = () => undefined;
  const exited = new Promise<number | string>((resolve) => (tellExited = resolve));
  const give = (line: Uint8Array): void => {
    if (isClosed) return;
    if (listener === undefined) waiting.push(line);
    else listener(line);
  };
  const finish = (how: number | string): void => {
    if (isClosed) return;
    isClosed = true;
    input.end();
    tellClosed();
    tellExited(how);
  };
  const toClient = new LineCutter(give);
  const controls: ServerControls = {
    say: (text) => give(Buffer.from(text)),
    sayBytes: (bytes) => toClient.take(bytes),
    die: () => finish('SIGSEGV'),
  };
  const fromServer = new LineCutter((line) => {
    const text = Buffer.from(line).toString();
    const request = requests.get(idTextOf(text) ?? '');
    const changed = hooks.outgoing === undefined ? text : hooks.outgoing(text, request, controls);
    if (changed !== undefined) give(Buffer.from(changed));
  });
  output.on('data', (chunk: Buffer) => fromServer.take(chunk));
  const toServer = new LineCutter((line) => {
    const text = Buffer.from(line).toString();
    const id = idTextOf(text);
    if (id !== undefined) requests.set(id, text);
    // Invalid UTF-8 goes on unchanged if no hook changes the text.
    const changed = hooks.incoming === undefined ? text : hooks.incoming(text, controls);
    if (changed === undefined || isClosed) return;
    input.write(changed === text ? line : changed);
    input.write('\n');
  });
  hooks.begins?.(controls);
  return {
    write(bytes) {
      if (isClosed) return;
      const changed = hooks.bytes === undefined ? bytes : hooks.bytes(bytes, controls);
      if (changed !== undefined) toServer.take(changed);
    },
    end() {
      onEnded('eof');
      input.end();
      const how = hooks.onEnd ?? 0;
      if (how !== 'stay') void edge.closed.then(() => finish(how));
    },
    onLine(take) {
      listener = take;
      for (const line of waiting.splice(0)) take(line);
    },
    closed,
    get isClosed() {
      return isClosed;
    },
    ...(transport === 'stdio' && {
      process: {
        kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT') {
          onEnded(signal === 'SIGKILL' ? 'SIGKILL' : 'SIGTERM');
          const how = signal === 'SIGKILL' ? 'SIGKILL' : (hooks.onSigterm ?? 0);
          if (how !== 'stay') finish(how);
        },
        exited,
        stderr: () => '',
      },
    }),
    async close() {
      finish('SIGKILL');
      await edge.close();
    },
  };
}

const MEMORY_URL = 'http://127.0.0.1:1/mcp';

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
