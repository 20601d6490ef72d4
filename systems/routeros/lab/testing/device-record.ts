import { DEVICE_DEFAULTS, type Device } from '../../src/registry/device.js';

/** The record of a device whose certificate is not looked at, unless told. */
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
