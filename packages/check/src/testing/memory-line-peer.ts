import { PassThrough } from 'node:stream';
import { serveStdio } from '@errata/edges/stdio';
import { idTextOf } from '../session/sort-messages.js';
import { LineCutter } from '../wire/line-cutter.js';
import { Unreachable, type LineLink, type LinePeer } from '../wire/peer.js';
import type { ServerControls } from './breakage.js';
import type { SampleServer } from './sample-server.js';

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
