import type { Tool } from '../tool.js';
import { updateNtpServers } from './update-servers.js';

/** Where a device takes its time from; system/get-ntp-status reads it. */
export const ntpTools: readonly Tool[] = [updateNtpServers];
