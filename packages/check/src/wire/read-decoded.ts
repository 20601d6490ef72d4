import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

/** Who asked for no encoding gets one all the same from some: `Unzip` reads gzip and deflate. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: () => createBrotliDecompress(),
};

function unzip(): Transform {
  // What is there of a stream that was cut off is told, too.
  return createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
}

/** Read the body of an answer piece by piece, decoded where it is encoded; `onEnd` may be called more than once. */
export function readDecoded(
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
