import type { Writable } from 'node:stream';
import { Fault } from '@errata/core';
import { GENERIC, peek, type Connection } from '@errata/core/internal';
import { openConnection, type Served } from '../channel.js';
import { createLineWork, createLineWriter, PendingReplies, readLines } from '../lines/index.js';
import { closeOnSignals, guardProcess, within } from '../process/index.js';
import { divertOutput } from './divert-output.js';
import { toSettings, type StdioOptions } from './stdio-options.js';

/** Why an edge has ended. */
export interface Closed {
  readonly why: 'eof' | 'output-closed' | 'signal' | 'closed';
  /** The error of the stream, if it failed. */
  readonly error?: unknown;
}

/** A server on a pair of streams: when the client left, and `close`. */
export interface StdioEdge {
  /** Settles when everything has ended, just before the process does; never rejects. */
  readonly closed: Promise<Closed>;
  /** End it as the end of input would, but leave the process alone. */
  close(): Promise<void>;
  /** A message that is not a reply, as text. Dropped once the edge is closed. */
  send(text: string): void;
}

/** Replies get this long to leave, even where calls in progress are not waited for. */
const MIN_FLUSH = 1000;

/** Serve newline-delimited JSON-RPC on a pair of streams, by default those of the process. */
export function serveStdio(served: Served, options: StdioOptions = {}): StdioEdge {
  const settings = toSettings(options);
  const { input, output, drain, exit, process: host } = settings;
  const pending = new PendingReplies();

  const diversion = settings.strayOutput === 'divert' ? divertOutput(output, settings) : undefined;
  const writer = createLineWriter(output, {
    ...(diversion && { write: diversion.write }),
    onDrain: () => lines.resume(),
    onGone: (error) => {
      pending.release();
      void end({ why: 'output-closed', ...withError(error) }, isHangUp(error) ? 0 : 1);
    },
  });
  const send = (text: string): void => writer.write(text);
  const undo = [() => diversion?.restore(), () => writer.release()];

  let connection: Connection;
  try {
    connection = openConnection(served, { send });
  } catch (thrown) {
    for (const step of undo) step();
    throw thrown;
  }

  let tellClosed: (closed: Closed) => void;
  const closed = new Promise<Closed>((resolve) => (tellClosed = resolve));
  const putAway = once(settings.ending);
  let ending: Promise<void> | undefined;
  const end = (why: Closed, code?: number): Promise<void> => (ending ??= finish(why, code));

  const finish = async (why: Closed, code: number | undefined): Promise<void> => {
    lines.stop();
    if (!writer.gone && !(await within(drain, pending.idle()))) {
      // `onClose` may end what is still worked on, with a better reason than ours.
      await within(MAX_ENDING, putAway());
      // The rest is still owed a reply, and the client that closed our input may still read.
      if (!(await within(LAST_WORDS, pending.idle()))) {
        connection.abandon(new Fault(GENERIC.CANCELLED, {}), send);
      }
    }
    await within(Math.max(drain, MIN_FLUSH), writer.flushed());
    connection.close(why.error ?? why.why);
    // A process behind it must not outlive this one.
    if (connection.closed !== undefined) await within(drain, connection.closed);
    // No more replies, but cancelled calls may still clean up.
    if (writer.gone) await within(drain, pending.idle());
    await within(MAX_ENDING, putAway());
    for (const step of undo) step();
    tellClosed(why);
    // Later, so that code that waits for the end runs first.
    if (exit && code !== undefined) setImmediate(() => host.exit(code));
  };

  if (exit) {
    // A process that exits in the middle of a turn still sends the replies before.
    host.on('exit', writer.flush);
    undo.push(
      () => void host.off('exit', writer.flush),
      closeOnSignals(host, () => end({ why: 'signal' }), { always: true }),
      guardProcess({
        ...settings,
        connections: () => [connection],
        deliver: send,
        flush: () => {
          lines.stop();
          return writer.flushed();
        },
      }),
    );
  }
  const lines = readLines(input, {
    maxBytes: settings.maxLineBytes,
    ready: () => !writer.blocked,
    onLine: createLineWork(connection, pending, send, writer.flush),
    onEnd: (error) => void end({ why: 'eof', ...withError(error) }, 0),
  });
  // Something was printed before it could be moved, perhaps without a newline: no message may stand behind it.
  if (diversion !== undefined && hasWritten(output)) send('');

  return { closed, close: () => end({ why: 'closed' }), send };
}

/** Milliseconds for the cleanup at the end. */
const MAX_ENDING = 15_000;

/** Milliseconds for the replies that follow from it. */
const LAST_WORDS = 250;

/** Runs once; the process ends even if it fails. */
function once(work: (() => Promise<unknown>) | undefined): () => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return () => (done ??= Promise.resolve(work?.()).catch(() => undefined));
}

function withError(error: unknown): { readonly error?: unknown } {
  return error === undefined ? {} : { error };
}

/** Whether the reader has merely left; what else a stream can say (no space, a broken device) is a failure. */
function isHangUp(error: unknown): boolean {
  return error === undefined || HANG_UPS.has(String(peek(error, 'code')));
}

const HANG_UPS = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF']);

/** Sockets and terminals count their bytes. Files do not, and no client waits for them. */
function hasWritten(output: Writable): boolean {
  return ((output as { readonly bytesWritten?: number }).bytesWritten ?? 0) > 0;
}
