import type { Router, Row } from '../../device/fleet.js';
import { toBoolean } from '../../device/values.js';
import { splitServers } from '../dns/servers.js';

export interface NtpClient {
  readonly row: Row;
  readonly enabled: boolean;
  readonly servers: readonly string[];
}

/** The NTP client of a device as it is set up now. */
export async function readNtpClient(router: Router): Promise<NtpClient> {
  const row = await router.read('/system/ntp/client');
  return {
    row,
    enabled: toBoolean(row['enabled']) ?? false,
    servers: splitServers(row['servers']),
  };
}
