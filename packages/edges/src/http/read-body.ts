import type { IncomingMessage } from 'node:http';
import { BodyBytes } from './body-bytes.js';
import type { BodyProblem } from './http-messages.js';

export interface ReadBodyOptions {
  readonly maxBytes: number;
  /** Milliseconds until it has to be there; 0 for no limit. */
  readonly bodyTimeout: number;
}

/** Read a body as far as it is allowed to go. `done` is called once, and not at all if the client goes away. */
export function readBody(
  request: IncomingMessage,
  { maxBytes, bodyTimeout }: ReadBodyOptions,
  done: (body: Uint8Array | BodyProblem) => void,
): void {
  const bytes = new BodyBytes(maxBytes);

  const finish = (body: Uint8Array | BodyProblem): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    // What still comes must have somebody to go to, or the socket's other side never gets to read the answer.
    request.on('error', () => undefined);
    done(body);
  };
  const onData = (chunk: Buffer): void => {
    if (!bytes.push(chunk)) finish(bytes.finish(false));
  };
  const onEnd = (): void => finish(bytes.finish());
  const onClose = (): void => clearTimeout(timer);

  const giveUp = (): void =>
    finish(bytes.isTooLarge ? bytes.finish(false) : { problem: 'too-slow' });
  const timer = bodyTimeout > 0 ? setTimeout(giveUp, bodyTimeout) : undefined;
  timer?.unref();
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
}

/** A body that a framework has read and parsed before; undefined where the stream is still to be read. */
export function parsedBody(request: IncomingMessage): Uint8Array | string | undefined {
  // Some frameworks put an empty object there though they read nothing.
  if (!request.readableDidRead) return undefined;
  const { body } = request as { body?: unknown };
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined) return JSON.stringify(body);
  throw new TypeError('the body was read before, and nobody left it in request.body');
}
