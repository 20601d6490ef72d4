import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';

/** The environments of devices and services. */
export const ENVIRONMENTS = ['lab', 'staging', 'prod'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/** What has to be switched on for a device before it may be changed. All are off on a new device. */
export const CAPABILITY_FLAGS = [
  'allow_advanced_writes',
  'allow_professional_workflows',
  'allow_firewall_writes',
  'allow_routing_writes',
] as const;

export type CapabilityFlag = (typeof CAPABILITY_FLAGS)[number];

/** How the certificate of a device is judged: by the system's authorities, by one of its own, by its fingerprint, or not at all. */
export const TLS_MODES = ['verify', 'ca', 'pin', 'insecure'] as const;

type TlsMode = (typeof TLS_MODES)[number];

/** A registered router. The members are named as they appear in results. */
export interface Device extends Readonly<Record<CapabilityFlag, boolean>> {
  readonly id: string;
  readonly name: string;
  /** `host:port`, IPv6 in brackets. */
  readonly management_address: string;
  readonly environment: Environment;
  readonly tags: readonly string[];
  /** As the device said last; null before it was ever reached. */
  readonly routeros_version: string | null;
  /** Requests at the same time. This and the next limit hold per process: two that share a database may ask twice as much. */
  readonly max_concurrent: number;
  readonly requests_per_minute: number;
  readonly tls_mode: TlsMode;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly tls_fingerprint: string | null;
  /** PEM. */
  readonly tls_ca: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export const DEVICE_DEFAULTS = {
  environment: 'lab',
  tags: [],
  allow_advanced_writes: false,
  allow_professional_workflows: false,
  allow_firewall_writes: false,
  allow_routing_writes: false,
  max_concurrent: 3,
  requests_per_minute: 120,
  tls_mode: 'verify',
  tls_fingerprint: null,
  tls_ca: null,
} as const satisfies Partial<Device>;

/** Lower-case letters, digits and single hyphens: what can stand in a URI and in a sentence. */
export const DEVICE_ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** How many devices the sentence names. */
const NAMED = 5;

/** NOT_FOUND with what there is instead: of the devices that the caller may see. */
export function deviceNotFound(
  deviceId: string,
  visible: readonly Pick<Device, 'id' | 'name'>[],
): Fault {
  const missing = `Device '${deviceId}' not found in registry`;
  const context = {
    device_id: deviceId,
    resource_type: 'device',
    available_device_count: visible.length,
  };
  const meant = visible.find(({ name }) => name.toLowerCase() === deviceId.toLowerCase());
  if (meant !== undefined) {
    return routeros.NOT_FOUND(context, {
      message: 'Device Not Found',
      details: `${missing}: that is the name of ${meant.id}`,
      suggestion: `Use device_id=${meant.id}`,
      suggestions: ['Use registry/list to see all available devices'],
    });
  }
  const ids = visible.map(({ id }) => id);
  const named = ids.slice(0, NAMED).join(', ') || 'none';
  return routeros.NOT_FOUND(context, {
    message: 'Device Not Found',
    details:
      `${missing}. Available devices: ${named}. ` +
      'Use registry/list to see all devices, or registry/add to add a new device.',
    suggestion: 'Use registry/list to see all available devices',
  });
}
