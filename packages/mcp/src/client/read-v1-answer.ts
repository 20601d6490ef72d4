import { peek } from '@errata/core/internal';

/** An HTTP answer in the form that core reads. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MAX_MESSAGE = 1024 * 1024;

// Written by the transport of SDK v1 in front of the body, and the only place where the body survives.
const BODY = /^Streamable HTTP error: Error POSTing to endpoint: (\{[^]*\})\s*$/;

/**
 * The answer behind a `StreamableHTTPError` of SDK v1, which keeps the status as `code` and buries the body, JSON-RPC error
 * and all, in its message. Undefined for any other error, and for a body that is no JSON object.
 */
export function readV1Answer(error: unknown): HttpAnswer | undefined {
  const status = peek(error, 'code');
  const message = peek(error, 'message');
  if (!isTransportError(error) || typeof message !== 'string' || message.length > MAX_MESSAGE)
    return undefined;
  if (typeof status !== 'number' || !(status >= 400 && status <= 599)) return undefined;
  const body = BODY.exec(message)?.[1];
  return body === undefined ? undefined : { status, headers: {}, body };
}

// v1 does not set the name of this class, so that the constructor's has to do.
function isTransportError(error: unknown): boolean {
  return peek(peek(error, 'constructor'), 'name') === 'StreamableHTTPError';
}
