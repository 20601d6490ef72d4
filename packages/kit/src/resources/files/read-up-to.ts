import type { FileHandle } from 'node:fs/promises';

/** The bytes of a file; undefined where it has more than so many. */
export async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  // One byte more than expected tells the end from a file that grows.
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) return undefined;
    if (length === bytes.length) {
      bytes = Buffer.concat([bytes], Math.min(length * 2, maxBytes) + 1);
    }
  }
}
