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
