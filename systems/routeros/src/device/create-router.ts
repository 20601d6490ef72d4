import type { Fault } from '@errata/core';
import type { Answer } from '@errata/upstream';
import type { Device } from '../registry/device.js';
import { unreadable } from './answer-fault.js';
import type { Router, Row } from './fleet.js';
import { readRows } from './read-answer.js';
import type { RestRequest } from './rest-request.js';

export interface RouterOptions {
  readonly device: Device;
  /** Resolves with a successful answer; throws a fault otherwise. */
  readonly send: (request: RestRequest) => Promise<Answer>;
  readonly version: (read: () => Promise<Row>) => Promise<string>;
  /** Takes the secrets out of what the device says. */
  readonly clean: (rows: readonly Row[]) => readonly Row[];
}

/** The menus of one device as functions. */
export function createRouter({ device, send, version, clean }: RouterOptions): Router {
  async function rows(request: RestRequest): Promise<readonly Row[]> {
    const answer = await send(request);
    const reading = readRows(answer);
    if ('problem' in reading) throw misread(request, answer, reading.problem);
    return clean(reading.rows);
  }

  async function row(request: RestRequest): Promise<Row> {
    const answer = await send(request);
    const reading = readRows(answer);
    if ('problem' in reading) throw misread(request, answer, reading.problem);
    const [only] = reading.rows.length === 1 ? clean(reading.rows) : [];
    if (only !== undefined) return only;
    const problem = `The device answered with ${reading.rows.length} records in place of one`;
    throw misread(request, answer, problem);
  }

  function misread(request: RestRequest, { status }: Answer, problem: string): Fault {
    return unreadable({ deviceId: device.id, version: undefined, request }, status, problem);
  }

  const read = (menu: string) => row({ method: 'GET', menu, changes: false });

  return {
    device,
    read,
    list: (menu, query) =>
      rows({ method: 'GET', menu, changes: false, ...(query !== undefined && { query }) }),
    get: (menu, id) => row({ method: 'GET', menu, id, changes: false }),
    create: (menu, body) => row({ method: 'PUT', menu, body, changes: true }),
    change: (menu, id, body) => row({ method: 'PATCH', menu, id, body, changes: true }),
    remove: async (menu, id) => void (await send({ method: 'DELETE', menu, id, changes: true })),
    run: (command, body = {}, { changes = false, ...options } = {}) =>
      rows({ method: 'POST', menu: command, body, changes, ...options }),
    masked: (text) => clean([{ text }])[0]?.['text'] ?? text,
    version: () => version(() => read('/system/resource')),
  };
}
