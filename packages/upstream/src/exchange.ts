import type { Dispatcher } from 'undici';

/** The outcome of one request over one connection. */
export type ExchangeOutcome =
  | { readonly kind: 'answer'; readonly answer: UpstreamAnswer }
  /** The body was longer than `maxBody`. */
  | { readonly kind: 'oversize'; readonly status: number }
  /** `sent`: the request was sent, or may have been. */
  | { readonly kind: 'broken'; readonly error: Error; readonly sent: boolean }
  /** The signal aborted. */
  | { readonly kind: 'stopped'; readonly sent: boolean };

export interface UpstreamAnswer {
  readonly status: number;
  /** In lower case; empty if there was none. */
  readonly contentType: string;
  readonly body: string;
  /** Only with status 429, for its retry time; names in lower case. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** The most bytes of a body that are read. */
  readonly maxBody: number;
}

const STOPPED = new Error('The request is not needed any more');

/** Makes one request, without retries, and reads its answer. Never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, maxBody }: ExchangeOptions,
): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let size = 0;
    let status = 0;
    let contentType = '';
    let limits: Pick<UpstreamAnswer, 'headers'> = {};

    const settle = (outcome: ExchangeOutcome) => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const sent = () => controller !== undefined;
    const stop = () => {
      settle({ kind: 'stopped', sent: sent() });
      controller?.abort(STOPPED);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });

    dispatcher.dispatch(request, {
      // Called once connected, right before the request is written.
      onRequestStart(started) {
        if (settled) return started.abort(STOPPED);
        controller = started;
      },
      onResponseStart(_, code, headers) {
        status = code;
        contentType = String(headers['content-type'] ?? '').toLowerCase();
        if (code === 429) limits = { headers };
      },
      onResponseData(running, chunk) {
        size += chunk.length;
        if (size <= maxBody) return void chunks.push(chunk);
        settle({ kind: 'oversize', status });
        running.abort(STOPPED);
      },
      onResponseEnd() {
        const body = Buffer.concat(chunks).toString('utf8');
        settle({ kind: 'answer', answer: { status, contentType, body, ...limits } });
      },
      onResponseError(_, error) {
        settle({ kind: 'broken', error, sent: sent() });
      },
    });
  });
}

/** The code of an exception of Node or undici; empty if it has none. */
export function errorCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : '';
}

/** The errno name of a broken connection. Codes of the HTTP client (`UND_ERR_…`) mean nothing to our readers. */
export function errorTypeOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'ETIMEDOUT';
  return code === '' || code.startsWith('UND_ERR_') ? 'ECONNRESET' : code;
}

/** Whether we closed the connection ourselves. */
export function isClosing(error: unknown): boolean {
  return ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(errorCode(error));
}
