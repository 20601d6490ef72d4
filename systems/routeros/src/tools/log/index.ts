import type { Tool } from '../tool.js';
import { getRecentLog } from './get-recent.js';

export const logTools: readonly Tool[] = [getRecentLog];
