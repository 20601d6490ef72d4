import { z } from 'zod';
import type { Router } from '../../device/fleet.js';
import { toBoolean, toInteger } from '../../device/values.js';
import { whole } from '../schemas.js';
import { splitServers } from './servers.js';

/** The resolver of a device. */
export const dnsFacts = {
  dns_servers: z.array(z.string()),
  dynamic_servers: z.array(z.string()).describe('Learned, for example by DHCP'),
  allow_remote_requests: z.boolean(),
  cache_size_kib: whole.nullable(),
  cache_used_kib: whole.nullable(),
};

/** The resolver of a device as it is set up now. */
export async function readDns(router: Router) {
  const row = await router.read('/ip/dns');
  return {
    dns_servers: [...splitServers(row['servers'])],
    dynamic_servers: [...splitServers(row['dynamic-servers'])],
    allow_remote_requests: toBoolean(row['allow-remote-requests']) ?? false,
    cache_size_kib: kib(row['cache-size']),
    cache_used_kib: kib(row['cache-used']),
  };
}

/** RouterOS writes `2048` or `2048KiB`. */
function kib(text: string | undefined): number | null {
  return toInteger((text ?? '').replace(/KiB$/, '')) ?? null;
}
