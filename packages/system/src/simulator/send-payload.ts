import type { ServerResponse } from 'node:http';

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
