import type { Dispatcher } from 'undici';

/** What one request over one connection came to. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The body was longer than we read. */
  | { readonly kind: 'oversize'; readonly status: number }
  /** `sent`: the request was, or may have been, on its way. */
  | { readonly kind: 'broken'; readonly error: Error; readonly sent: boolean }
  /** The signal aborted. */
  | { readonly kind: 'stopped'; readonly sent: boolean };

export interface Answer {
  readonly status: number;
  /** In small letters; empty where there was none. */
  readonly contentType: string;
  readonly body: string;
  /** With 429 only, where they say when to come back; names in small letters. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** Bytes of a body that are read at most. */
  readonly maxBody: number;
}

const STOPPED = new Error('The request is not needed any more');

/** Make one request, once, and read its answer. Never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, maxBody }: ExchangeOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let size = 0;
    let status = 0;
    let contentType = '';
    let limits: Pick<Answer, 'headers'> = {};

    const settle = (outcome: Outcome) => {
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
      // Called when there is a connection, right before the request is written to it.
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

/** The code of an exception of Node or undici; empty where it has none. */
export function errorCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : '';
}

/** What broke a connection, as the system calls it: the codes of the HTTP client mean nothing to whoever reads them. */
export function errorTypeOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'ETIMEDOUT';
  return code === '' || code.startsWith('UND_ERR_') ? 'ECONNRESET' : code;
}

/** Whether we ended it ourselves, by closing our side. */
export function isClosing(error: unknown): boolean {
  return ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(errorCode(error));
}
