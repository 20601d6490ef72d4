import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import { expectNoSecret } from '@errata/testing';
import { SINGLE_USER, type User } from '../../src/access/user.js';
import type { AuditEvent } from '../../src/registry/audit-log.js';
import { type Device, DEVICE_DEFAULTS } from '../../src/registry/device.js';
import type { RouterosServices } from '../../src/services.js';
import { DEFAULT_SETTINGS } from '../../src/settings/resolve-options.js';
import type { DeviceToolContext, ToolContext } from '../../src/tools/tool.js';
import { PASSWORD, USERNAME } from './devices.js';

export const SECRET = 'correct-horse-battery';

/** An administrator of dev-lab-02 alone. */
export const SCOPED: User = { id: 'u1', role: 'admin', devices: ['dev-lab-02'], single: false };

/** Arguments of registry/add for a device that cannot be reached. */
export function newDevice(more: object = {}) {
  return {
    name: 'Büro Router 3',
    management_address: '192.0.2.1',
    username: 'mcp',
    password: SECRET,
    ...more,
  };
}

/** The head of a request with this Authorization header, or with none. */
export const headWith = (authorization?: string) => ({
  header: (name: string) => (name === 'authorization' ? authorization : undefined),
});

export const bearing = (token: string) => headWith(`Bearer ${token}`);

/** The record of a device. By default its certificate is not looked at. */
export function deviceRecord(management_address: string, changes: Partial<Device> = {}): Device {
  return {
    ...DEVICE_DEFAULTS,
    id: 'dev-lab-01',
    name: 'lab-router-01',
    management_address,
    routeros_version: null,
    requests_per_minute: 1000,
    tls_mode: 'insecure',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

const BASIC = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');

/** Nothing of a fault has the password in it, plain or encoded. */
export function expectNoPassword(fault: Fault): void {
  expectNoSecret(fault, PASSWORD, BASIC);
}

/** A context for tools without a gate: every registered device is admitted. */
export function createContext(
  services: RouterosServices,
  given: Partial<Pick<ToolContext, 'user' | 'signal' | 'progress'>> = {},
): ToolContext {
  return {
    ...services,
    user: SINGLE_USER,
    signal: new AbortController().signal,
    progress: () => {},
    ...given,
    admit: async (deviceId) => {
      const device = await services.registry.find(deviceId);
      if (device !== undefined) return device;
      throw routeros.NOT_FOUND({ device_id: deviceId, resource_type: 'device' });
    },
  };
}

/** The same for a tool that works on a device. */
export function onDevice(context: ToolContext, device: Device): DeviceToolContext {
  const router = context.fleet.connect(device, { signal: context.signal });
  return { ...context, device, router };
}

/** A registered device that nothing answers for, with defaults for all that is not given. */
export function createDevice(given: Partial<Device> & Pick<Device, 'id'>): Device {
  const { requests_per_minute, tls_mode } = DEVICE_DEFAULTS;
  const defaults = { name: `${given.id}-router`, requests_per_minute, tls_mode };
  return deviceRecord('127.0.0.1:9', { ...defaults, ...given });
}

/** Services in memory: devices that are listed, an audit log that can be read, and a version that every router says. */
export function createServices(
  devices: readonly Device[],
  { version = '7.16.2' }: { readonly version?: string } = {},
): { services: RouterosServices; events: AuditEvent[]; log: { broken: boolean } } {
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
  return { services: services as unknown as RouterosServices, events, log };
}
