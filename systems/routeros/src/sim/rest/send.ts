import { STATUS_CODES, type ServerResponse } from 'node:http';
import { sendPayload } from '@errata/system/simulator';
import type { Trap } from '../trap.js';
import type { RestReply } from './perform.js';

/** A refusal in the words of RouterOS; `error` is a number there. */
export const toRefusal = ({ status, detail }: Pick<Trap, 'status' | 'detail'>): RestReply => ({
  status,
  body: {
    ...(detail !== undefined && { detail }),
    error: status,
    message: STATUS_CODES[status] ?? 'Error',
  },
});

/** Send an answer, or half of it before the line breaks. */
export function send(response: ServerResponse, { status, body }: RestReply, cut: boolean): void {
  const payload = Buffer.from(body === undefined ? '' : JSON.stringify(body), 'utf8');
  response.statusCode = status;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="RouterOS"');
  if (status === 413) response.setHeader('Connection', 'close');
  if (body !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', payload.length);
  }
  sendPayload(response, payload, cut);
}
