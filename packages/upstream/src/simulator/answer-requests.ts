import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A request that a simulator saw. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** 0 where no whole answer was sent. */
  readonly status: number;
}

/** Answers a request, and tells the status. The signal aborts when there is nobody to answer any more. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
) => Promise<number>;

/** Answers requests as they arrive, and takes note of each. */
export function answerRequests(
  answer: AnswerRequest,
  note: (seen: SeenRequest) => void,
): RequestListener {
  return (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = '', url: path = '' } = request;
    answer(request, response, gone.signal).then(
      (status) => note({ method, path, status }),
      () => {
        // The client went away, or broke off in the middle of its body: there is nobody to tell.
        note({ method, path, status: 0 });
        response.socket?.destroy();
      },
    );
  };
}

/** Bytes of a request that are taken. */
export const MAX_BODY = 1024 * 1024;
/** So much is read of a body that is refused, for its sender to hear why. */
const MAX_READ = 16 * MAX_BODY;

/** The body of a request; undefined where it is too large. Rejects where it does not end. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
    if (size > MAX_READ) throw new RangeError('The body does not end');
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks);
}

const KEPT = 1000;

/** The latest requests that a simulator saw, oldest first. */
export class RequestLog {
  readonly requests: SeenRequest[] = [];

  readonly note = (seen: SeenRequest): void => {
    this.requests.push(seen);
    if (this.requests.length > KEPT) this.requests.shift();
  };
}

/** Send the body of an answer, or half of it before the line breaks. */
export function sendPayload(response: ServerResponse, payload: Buffer, cut: boolean): void {
  if (!cut) {
    response.end(payload);
    return;
  }
  const half = payload.subarray(0, Math.floor(payload.length / 2));
  response.flushHeaders();
  response.write(half, () => response.socket?.destroy());
}
