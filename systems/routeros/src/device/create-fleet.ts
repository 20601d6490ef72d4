import type { Fault, Redactor } from '@errata/core';
import { type UpstreamAnswer, startCallTime } from '@errata/upstream';
import type { Device } from '../registry/device.js';
import type { DeviceRegistry } from '../registry/create-registry.js';
import type { RouterosSettings } from '../settings/resolve-options.js';
import { unreadable } from './answer-fault.js';
import { breakerOpen } from './device-faults.js';
import { DeviceLimits, type MinuteLimit, noTurn, REQUESTS } from './device-limits.js';
import type { ConnectOptions, Fleet, Router, Row } from './fleet.js';
import { Links } from './link.js';
import { perform } from './perform.js';
import { readRows, requireSendable, type RestRequest } from './rest-request.js';
import { readVersion } from './values.js';

export interface FleetOptions {
  readonly registry: Pick<DeviceRegistry, 'credentials' | 'noteVersion'>;
  readonly settings: Pick<RouterosSettings, 'requestTimeout'>;
  /** Masks secrets that devices repeat. */
  readonly redactor?: Redactor;
  /** Milliseconds, from any start; limits, breakers and what is known of versions go by it. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Milliseconds for which the version of a device is not asked again. */
const VERSION_LIFE = 60_000;

/** A timer with a longer delay fires at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Connections to devices over REST. */
export function createFleet(options: FleetOptions): Fleet {
  const { registry, settings, now = () => performance.now(), random = Math.random } = options;
  const requestTimeout = Math.min(settings.requestTimeout, LONGEST_DELAY);
  const clean = createCleaner(options.redactor);
  const links = new Links(requestTimeout, now);
  const limitsOf = new Map<string, DeviceLimits>();

  function limitsFor({ id }: Device): DeviceLimits {
    const known = limitsOf.get(id);
    if (known !== undefined) return known;
    const limits = new DeviceLimits(now);
    limitsOf.set(id, limits);
    return limits;
  }

  function refuseIfLimited(device: Device, minuteLimits: readonly MinuteLimit[], first: boolean) {
    const open = links.open(device).breaker.whyOpen();
    if (open !== undefined) throw breakerOpen(device, open);
    if (first) return;
    const exceeded = limitsFor(device).exceeded(device.id, minuteLimits);
    if (exceeded !== undefined) throw exceeded;
  }

  /** Resolves with a successful answer; throws a fault otherwise. */
  async function send(
    device: Device,
    request: RestRequest,
    { signal, priority }: ConnectOptions,
  ): Promise<UpstreamAnswer> {
    signal?.throwIfAborted();
    requireSendable(request);
    const first = priority === 'cleanup';
    const total = Math.min(request.timeout ?? requestTimeout, LONGEST_DELAY);
    const requests = { name: REQUESTS, perMinute: device.requests_per_minute };
    const minuteLimits = request.limit === undefined ? [requests] : [requests, request.limit];
    const limits = limitsFor(device);
    refuseIfLimited(device, minuteLimits, first);
    const credentials = await registry.credentials(device.id);
    const endTurn = await limits.line.turn({
      limit: device.max_concurrent,
      patience: total,
      signal,
      first,
      refuse: (why) => noTurn(device, why),
    });
    try {
      // Others may have used up what was left while this one waited.
      refuseIfLimited(device, minuteLimits, first);
      limits.take(minuteLimits);
      const trial = links.open(device).breaker.begin();
      const time = startCallTime(total, signal);
      const mayRepeat = () => {
        if (!first && limits.exceeded(device.id, [requests]) !== undefined) return false;
        limits.take([requests]);
        return true;
      };
      try {
        const link = () => links.open(device);
        return await perform({
          device,
          request,
          credentials,
          time,
          trial,
          random,
          link,
          mayRepeat,
          clean: clean.text,
        });
      } finally {
        trial.dropped();
        time.end();
      }
    } finally {
      endTurn();
    }
  }

  async function versionOf(device: Device, read: () => Promise<Row>): Promise<string> {
    const known = links.open(device).version;
    if (known !== undefined && now() - known.at < VERSION_LIFE) return known.value;
    const value = readVersion((await read())['version'] ?? '');
    if (value === undefined) throw versionless(device);
    links.open(device).version = { value, at: now() };
    if (value !== (known?.value ?? device.routeros_version)) {
      await registry.noteVersion(device.id, value);
    }
    return value;
  }

  /** The menus of one device as functions. */
  function connect(device: Device, connection: ConnectOptions = {}): Router {
    const ask = (request: RestRequest) => send(device, request, connection);

    async function rows(request: RestRequest): Promise<readonly Row[]> {
      const answer = await ask(request);
      const reading = readRows(answer);
      if ('problem' in reading) throw misread(request, answer, reading.problem);
      return clean.rows(reading.rows);
    }

    async function row(request: RestRequest): Promise<Row> {
      const answer = await ask(request);
      const reading = readRows(answer);
      if ('problem' in reading) throw misread(request, answer, reading.problem);
      const [only] = reading.rows.length === 1 ? clean.rows(reading.rows) : [];
      if (only !== undefined) return only;
      const problem = `The device answered with ${reading.rows.length} records in place of one`;
      throw misread(request, answer, problem);
    }

    function misread(request: RestRequest, { status }: UpstreamAnswer, problem: string): Fault {
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
      remove: async (menu, id) => void (await ask({ method: 'DELETE', menu, id, changes: true })),
      run: (command, body = {}, { changes = false, ...options } = {}) =>
        rows({ method: 'POST', menu: command, body, changes, ...options }),
      masked: (text) => clean.rows([{ text }])[0]?.['text'] ?? text,
      version: () => versionOf(device, () => read('/system/resource')),
    };
  }

  return {
    connect,
    forget: async (id) => {
      links.drop(id);
      // What a device is spared outlives a new password; only what has nothing to remember goes.
      for (const [known, limits] of limitsOf) if (limits.idle) limitsOf.delete(known);
    },
    close: async () => {
      const closed = new Error('The connections to the devices are closed');
      for (const limits of limitsOf.values()) limits.line.close(closed);
      await links.close();
    },
  };
}

function versionless({ id }: Device) {
  const request = { method: 'GET', menu: '/system/resource', changes: false } as const;
  return unreadable(
    { deviceId: id, version: undefined, request },
    200,
    'The device tells no version',
  );
}

/** Rows that are looked at together. */
const TOGETHER = 100;

/**
 * Masks secrets that the redactor knows in what a device says, before it is folded or cut: half a secret is not recognised any more.
 * Without a redactor, nothing is masked.
 */
function createCleaner(redactor?: Redactor) {
  if (redactor === undefined) {
    return { text: (text: string) => text, rows: (rows: readonly Row[]) => rows };
  }
  const { redact } = redactor;
  // The rows and not the body: a device may write the same text with other escapes.
  const suspicious = (rows: readonly Row[]) => redactor.suspicious(JSON.stringify(rows));
  const cleanRow = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [redact(name), redact(value)]));
  return {
    text: redact,
    rows(rows: readonly Row[]): readonly Row[] {
      if (!suspicious(rows)) return rows;
      const clean: Row[] = [];
      for (let from = 0; from < rows.length; from += TOGETHER) {
        const some = rows.slice(from, from + TOGETHER);
        clean.push(...(suspicious(some) ? some.map(cleanRow) : some));
      }
      return clean;
    },
  };
}
