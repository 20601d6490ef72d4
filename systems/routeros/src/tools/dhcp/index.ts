import type { Tool } from '../tool.js';
import { listLeases } from './list-leases.js';

export const dhcpTools: readonly Tool[] = [listLeases];
