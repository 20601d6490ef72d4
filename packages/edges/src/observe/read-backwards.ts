import { fstatSync, readSync } from 'node:fs';

const NEWLINE = 0x0a;

/**
 * The lines of a file, last first, with never more than one line and one block in memory. Empty lines and lines longer than
 * `longest` bytes are left out.
 */
export function* readBackwards(
  fd: number,
  { longest, block = 65_536 }: { readonly longest: number; readonly block?: number },
): Generator<string, void, undefined> {
  const line = createLine(longest);
  let position = fstatSync(fd).size;
  while (position > 0) {
    const start = Math.max(0, position - block);
    const bytes = readBlock(fd, start, position - start);
    let end = bytes.length;
    for (let at = findNewline(bytes, end); at !== -1; at = findNewline(bytes, end)) {
      line.prepend(bytes.subarray(at + 1, end));
      const text = line.take();
      if (text !== '') yield text;
      end = at;
    }
    line.prepend(bytes.subarray(0, end));
    position = start;
  }
  const text = line.take();
  if (text !== '') yield text;
}

/** A line that is found from its end. Once it is too long its bytes are not kept any more. */
function createLine(longest: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    prepend(piece: Buffer): void {
      length += piece.length;
      if (length > longest) pieces = [];
      else if (piece.length > 0) pieces.push(piece);
    },
    take(): string {
      const text = length > longest ? '' : Buffer.concat(pieces.reverse()).toString('utf8');
      pieces = [];
      length = 0;
      return text;
    },
  };
}

function findNewline(bytes: Buffer, end: number): number {
  return end === 0 ? -1 : bytes.lastIndexOf(NEWLINE, end - 1); // an offset of -1 would mean the last byte
}

/** A block of the file; what has been cut off in the meantime is missing at its end. */
function readBlock(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
