import { patch } from './patch.js';
import type { LineReaderLike, LineTransportLike, TransportLike } from './sdk-shape.js';

/** A line that the SDK read and dropped without a reply: its bytes, and ways to answer it. */
export interface DroppedLine {
  readonly bytes: Uint8Array;
  /** The last bytes of a line that is longer than the SDK reads; `bytes` are then its first. */
  readonly end?: Uint8Array;
  /** The SDK's message for the replaced text; undefined if it would drop that too. */
  reread(text: string): object | undefined;
  /** As if the SDK had taken it. */
  deliver(message: object): void;
  /** Send a whole reply. Its id may have more digits than a number can hold, so it is never read again. */
  reply(text: string): void;
}

/** Who looks at a reader now. v2 may connect a second server to the same one, after it asked the first what it can do. */
const WATCHED = new WeakMap<LineReaderLike, () => void>();

/**
 * The stdio transports of both SDKs drop a line that they cannot read: its sender waits for ever. They read through a buffer;
 * it is handed one line at a time, so that it is known which one fell.
 */
export function watchLines(
  transport: TransportLike,
  onDropped: (line: DroppedLine) => void,
): () => void {
  const wire = lineTransportOf(transport);
  if (wire === undefined) return () => {};
  const reader = wire._readBuffer;
  WATCHED.get(reader)?.();
  const { readMessage } = reader;
  const read = () => readMessage.call(reader);
  const dropped = (bytes: Uint8Array, end?: Uint8Array): void => {
    if (isBlank(bytes)) return;
    onDropped({
      bytes,
      ...(end !== undefined && { end }),
      reread: (text) => readOrUndefined(() => withBuffer(reader, Buffer.from(`${text}\n`), read)),
      deliver: (message) => wire.onmessage?.(message),
      reply: (text) => void wire._stdout.write(`${text}\n`),
    });
  };
  const undoing = [
    patch(reader, 'readMessage', () => () => readLines(reader, read, dropped)),
    patch(reader, 'append', (append) => skipLong(reader, append, dropped)),
  ];
  const undo = () => undoing.forEach((each) => each());
  WATCHED.set(reader, undo);
  return undo;
}

function readLines(
  reader: LineReaderLike,
  read: () => object | null,
  dropped: (bytes: Uint8Array) => void,
): object | null {
  for (;;) {
    const buffer = reader._buffer;
    const end = buffer?.indexOf(NEWLINE) ?? -1;
    if (buffer === undefined || end === -1) return read();
    reader._buffer = buffer.subarray(end + 1);
    try {
      const message = withBuffer(reader, buffer.subarray(0, end + 1), read);
      if (message !== null) return message;
    } catch (thrown) {
      // v1 tells `onerror` of it, and reads on.
      dropped(buffer.subarray(0, end));
      throw thrown;
    }
    dropped(buffer.subarray(0, end));
  }
}

/** What is kept of either end of a line that is too long: enough for its id, which v1 clients write last. */
const KEPT = 4096;

/** The SDK gives up its connection over a line that is longer than its buffer. Here only that line is lost. */
function skipLong(
  reader: LineReaderLike,
  append: LineReaderLike['append'],
  dropped: (bytes: Uint8Array, end: Uint8Array) => void,
): LineReaderLike['append'] {
  const limit = reader._maxBufferSize ?? Infinity;
  let long: { head: Buffer; tail: Buffer } | undefined;
  const add = (chunk: Buffer): void => {
    const begun = reader._buffer ?? Buffer.alloc(0);
    if (long === undefined && begun.length + chunk.length <= limit) {
      append.call(reader, chunk);
      return;
    }
    const newline = chunk.indexOf(NEWLINE);
    const rest = newline === -1 ? chunk : chunk.subarray(0, newline);
    if (long === undefined && newline !== -1 && begun.length + rest.length <= limit) {
      // The line fits; it is what comes behind it that does not.
      reader._buffer = Buffer.concat([begun, chunk]);
      return;
    }
    const { head, tail } = long ?? { head: Buffer.from(begun.subarray(0, KEPT)), tail: begun };
    reader._buffer = undefined;
    long = {
      head: head.length < KEPT ? Buffer.concat([head, rest]).subarray(0, KEPT) : head,
      tail: Buffer.from(
        Buffer.concat([tail.subarray(-KEPT), rest.subarray(-KEPT)]).subarray(-KEPT),
      ),
    };
    if (newline === -1) return;
    dropped(long.head, long.tail);
    long = undefined;
    if (newline + 1 < chunk.length) add(chunk.subarray(newline + 1));
  };
  return add;
}

/** Let the SDK read something, and put back what it has still to read. */
function withBuffer<T>(reader: LineReaderLike, buffer: Buffer, read: () => T): T {
  const rest = reader._buffer;
  reader._buffer = buffer;
  try {
    return read();
  } finally {
    reader._buffer = rest;
  }
}

function readOrUndefined(read: () => object | null): object | undefined {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}

const NEWLINE = 0x0a;

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** The transport itself, or the one behind what `serveStdio` of v2 connects a server to. */
function lineTransportOf(transport: TransportLike): LineTransportLike | undefined {
  return [transport, transport._wire].find(isLineTransport);
}

function isLineTransport(value: unknown): value is LineTransportLike {
  const { _readBuffer, _stdout } = (value ?? {}) as Partial<LineTransportLike>;
  return typeof _readBuffer?.readMessage === 'function' && typeof _stdout?.write === 'function';
}
