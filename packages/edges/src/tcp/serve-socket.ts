import type { Socket } from 'node:net';
import {
  type Connection,
  GENERIC,
  type IdText,
  type ProtocolFailure,
  ignoringErrors,
} from '@errata/core/internal';
import { Fault } from '@errata/core';
import type { Channel } from '../channel.js';
import { createLineWork, createLineWriter, PendingReplies, readLines } from '../lines/index.js';
import { within } from '../process/index.js';
import type { TcpSettings } from './tcp-options.js';

/** One client. */
export interface TcpPeer {
  readonly connection: Connection;
  /** Settles when everything has ended; never rejects. */
  readonly ended: Promise<void>;
  /** Take no more lines, answer what is in progress, hang up. */
  end(why: unknown): void;
  /** Say why, and hang up. */
  refuse(failure: ProtocolFailure): void;
}

/** Replies get this long to leave, even where calls in progress are not waited for. */
export const MIN_FLUSH = 1000;

/**
 * Serve newline-delimited JSON-RPC on one socket, until either side ends it. Throws what `open` throws. `enter` says whether there is
 * room for one more client.
 */
export function serveSocket(
  socket: Socket,
  open: (channel: Channel) => Connection,
  settings: TcpSettings,
  enter: () => boolean,
): TcpPeer {
  const { drain, maxBuffered, idleTimeout, newcomers } = settings;
  const pending = new PendingReplies();
  const writer = createLineWriter(socket, {
    onDrain: () => lines.resume(),
    onGone: (error) => {
      pending.release();
      end(error ?? 'The client is gone');
    },
  });

  const send = (text: string): void => {
    if (socket.writableLength > maxBuffered) {
      socket.destroy(new Error('The client does not read what it is sent'));
      return;
    }
    writer.write(text);
  };

  let admitted = newcomers === undefined;
  let late: NodeJS.Timeout | undefined;
  const admit = (): boolean => {
    if (admitted) return true;
    if (!enter()) return false;
    admitted = true;
    clearTimeout(late);
    lines.raise(settings.maxLineBytes);
    return true;
  };

  let connection: Connection;
  try {
    connection = open({ send, end: (why) => end(why), admit });
  } catch (thrown) {
    writer.release();
    throw thrown;
  }

  let tellEnded: () => void;
  const ended = new Promise<void>((resolve) => (tellEnded = resolve));
  let ending = false;
  const end = (why: unknown): void => {
    if (ending) return;
    ending = true;
    clearTimeout(late);
    void finish(why).then(tellEnded);
  };

  const finish = async (why: unknown): Promise<void> => {
    lines.stop();
    if (!writer.gone && !(await within(drain, pending.idle()))) {
      // The rest is still owed a reply, and a client that has sent its last may still read.
      connection.abandon(new Fault(GENERIC.CANCELLED, {}), send);
    }
    ignoringErrors(() => connection.close(why));
    // Before the socket ends: what is written after its end would destroy it, and the replies in it.
    writer.release();
    await hangUp(socket, Math.max(drain, MIN_FLUSH));
    // A process behind it may take its time.
    if (connection.closed !== undefined) await within(drain, connection.closed);
  };

  const refuse = (failure: ProtocolFailure, id?: IdText): void => {
    send(connection.refuse(failure, id));
    end(failure.given?.details);
  };
  const work = createLineWork(connection, pending, send, writer.flush);
  const turnAway = (id?: IdText): void => {
    if (newcomers !== undefined && !admitted) refuse(newcomers.refusal, id);
  };
  const lines = readLines(socket, {
    maxBytes: newcomers?.maxLineBytes ?? settings.maxLineBytes,
    ready: () => !writer.blocked,
    onLine: (line) => {
      if (admitted || line instanceof Uint8Array) work(line);
      else turnAway(line.id);
    },
    onOverlong: turnAway,
    onEnd: (error) => end(error ?? 'The client has sent its last'),
  });
  if (newcomers !== undefined) {
    // A process that was held up reads first what arrived in time.
    late = setTimeout(() => setImmediate(turnAway), newcomers.timeout);
  }
  if (idleTimeout > 0) {
    // A call that takes its time is not silence; its reply starts the clock again.
    socket.setTimeout(idleTimeout).on('timeout', () => {
      if (connection.inFlight === 0) end('The client was silent for too long');
    });
  }

  return {
    connection,
    ended,
    end,
    refuse,
  };
}

/** Milliseconds for a client to close its side after everything was sent. */
const LINGER = 1000;

/**
 * Send what is still to be sent, then close. Nothing that comes in is looked at any more, but it is taken: closing a socket
 * with unread input resets it, and a client that still reads would lose its last replies. Settles when it is closed.
 */
export function hangUp(socket: Socket, stall: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    let timer: NodeJS.Timeout | undefined;
    const cut = (): void => void socket.destroy();
    socket.once('finish', () => {
      // Counted from here whatever it sends, or a client that never stops would never be rid of.
      if (!socket.destroyed) timer = setTimeout(cut, LINGER);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // While bytes leave, however slowly, the client is reading.
    socket.setTimeout(stall, cut);
    socket.end();
    socket.resume();
  });
}
