import type { Tool } from '../tool.js';
import { flushDnsCache } from './flush-cache.js';
import { getDnsStatus } from './get-status.js';
import { updateDnsServers } from './update-servers.js';

/** How a device resolves names. */
export const dnsTools: readonly Tool[] = [getDnsStatus, updateDnsServers, flushDnsCache];
