import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A request that a simulator saw. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** 0 if no complete answer was sent. */
  readonly status: number;
}

/** Answers a request and returns the status. The signal aborts when the client is gone. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
) => Promise<number>;

/** Answers requests as they arrive, and notes each. */
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
        // The client disconnected, perhaps in the middle of its body: an answer would reach no one.
        note({ method, path, status: 0 });
        response.socket?.destroy();
      },
    );
  };
}

/** The most bytes that a request body may have. */
export const MAX_BODY = 1024 * 1024;
/** A larger body is still read up to here, so that its sender gets the refusal. */
const MAX_READ = 16 * MAX_BODY;

/** The body of a request; undefined if it is too large. Rejects if it does not end. */
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

/** Sends the body of an answer, or half of it and then breaks the connection. */
export function sendPayload(response: ServerResponse, payload: Buffer, cut: boolean): void {
  if (!cut) {
    response.end(payload);
    return;
  }
  const half = payload.subarray(0, Math.floor(payload.length / 2));
  response.flushHeaders();
  response.write(half, () => response.socket?.destroy());
}
