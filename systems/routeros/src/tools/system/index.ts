import type { Tool } from '../tool.js';
import { getClock } from './get-clock.js';
import { getNtpStatus } from './get-ntp-status.js';
import { getOverview } from './get-overview.js';
import { getPackages } from './get-packages.js';
import { setIdentity } from './set-identity.js';

/** What a device is, what runs on it, and what time it has. */
export const systemTools: readonly Tool[] = [
  getOverview,
  getPackages,
  getClock,
  getNtpStatus,
  setIdentity,
];
