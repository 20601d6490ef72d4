import type { ServerResponse } from 'node:http';
import { sendPayload } from '@errata/system/simulator';

/** What is sent, whether it is JSON or only should be. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

export const toReply = (status: number, body: object): Reply => ({
  status,
  text: JSON.stringify(body),
});

/** Send an answer, or half of it before the line breaks. */
export function send(response: ServerResponse, { status, text }: Reply, cut: boolean): void {
  const payload = Buffer.from(text, 'utf8');
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', payload.length);
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  // The rest of a body that is too large is not worth waiting for.
  if (status === 413) response.setHeader('Connection', 'close');
  sendPayload(response, payload, cut);
}
