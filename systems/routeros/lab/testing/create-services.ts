import type { AuditEvent } from '../../src/registry/audit-log.js';
import { DEVICE_DEFAULTS, type Device } from '../../src/registry/device.js';
import type { Services } from '../../src/services.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';

/** A registered device with everything that is not said at its default. */
export function createDevice(given: Partial<Device> & Pick<Device, 'id'>): Device {
  return {
    ...DEVICE_DEFAULTS,
    name: `${given.id}-router`,
    management_address: '127.0.0.1:9',
    routeros_version: null,
    created_at: '2026-11-16T00:00:00.000Z',
    updated_at: '2026-11-16T00:00:00.000Z',
    ...given,
  };
}

/** Services in memory: devices that are listed, an audit log that can be read, and a version that every router says. */
export function createServices(
  devices: readonly Device[],
  { version = '7.16.2' }: { readonly version?: string } = {},
): { services: Services; events: AuditEvent[]; log: { broken: boolean } } {
  const events: AuditEvent[] = [];
  const log = { broken: false };
  const services = {
    settings: DEFAULT_SETTINGS,
    registry: {
      list: async () => devices,
      find: async (id: string) => devices.find((device) => device.id === id),
    },
    audit: {
      async record(event: AuditEvent) {
        if (log.broken) throw new Error('no such table: audit_events');
        events.push(event);
      },
    },
    fleet: { connect: (device: Device) => ({ device, version: async () => version }) },
    plans: {},
    errors: {},
    now: Date.now,
  };
  return { services: services as unknown as Services, events, log };
}
