import type { Device } from '../registry/device.js';
import type { Registry } from '../registry/registry.js';
import type { Settings } from '../settings/settings.js';
import { unreadable } from './answer-fault.js';
import { createRouter } from './create-router.js';
import { DeviceLimits, noTurn, type MinuteLimit } from './device-limits.js';
import type { Answer } from './exchange.js';
import type { Fleet, Row } from './fleet.js';
import { Links } from './links.js';
import { perform } from './perform.js';
import { startRequestTime } from './request-time.js';
import type { RestRequest } from './rest-request.js';
import { leftAlone } from './unreachable-fault.js';
import { withoutChannel } from './version.js';

export interface FleetOptions {
  readonly registry: Pick<Registry, 'credentials' | 'noteVersion'>;
  readonly settings: Pick<Settings, 'requestTimeout'>;
  /** Milliseconds, from any start; limits, breakers and what is known of versions go by it. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Milliseconds for which the version of a device is not asked again. */
const VERSION_LIFE = 60_000;

/** Connections to devices over REST. */
export function createFleet(options: FleetOptions): Fleet {
  const { registry, settings, now = () => performance.now(), random = Math.random } = options;
  const links = new Links(settings.requestTimeout, now);
  const limitsOf = new Map<string, DeviceLimits>();

  function limitsFor({ id }: Device): DeviceLimits {
    const known = limitsOf.get(id);
    if (known !== undefined) return known;
    const limits = new DeviceLimits(now);
    limitsOf.set(id, limits);
    return limits;
  }

  function refuseIfLimited(device: Device, minuteLimits: readonly MinuteLimit[]): void {
    const alone = links.open(device).breaker.leftAlone();
    if (alone !== undefined) throw leftAlone(device, alone);
    const exceeded = limitsFor(device).exceeded(device.id, minuteLimits);
    if (exceeded !== undefined) throw exceeded;
  }

  async function send(device: Device, request: RestRequest, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const total = request.timeout ?? settings.requestTimeout;
    const requests = { name: 'requests', perMinute: device.requests_per_minute };
    const minuteLimits = request.limit === undefined ? [requests] : [requests, request.limit];
    const limits = limitsFor(device);
    refuseIfLimited(device, minuteLimits);
    const credentials = await registry.credentials(device.id);
    const endTurn = await limits.line.turn({
      limit: device.max_concurrent,
      patience: total,
      signal,
      refuse: (why) => noTurn(device, why),
    });
    try {
      // Others may have used up what was left while this one waited.
      refuseIfLimited(device, minuteLimits);
      limits.take(minuteLimits);
      const trial = links.open(device).breaker.begin();
      const time = startRequestTime(total, signal);
      const mayRepeat = () => {
        if (limits.exceeded(device.id, [requests]) !== undefined) return false;
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
    const value = withoutChannel((await read())['version'] ?? '');
    if (value === '') throw versionless(device);
    links.open(device).version = { value, at: now() };
    if (value !== (known?.value ?? device.routeros_version)) {
      await registry.noteVersion(device.id, value);
    }
    return value;
  }

  return {
    connect: (device, { signal } = {}) =>
      createRouter({
        device,
        send: (request) => send(device, request, signal),
        version: (read) => versionOf(device, read),
      }),
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
