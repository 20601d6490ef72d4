import type { Tool } from '../tool.js';
import { getInterfaceStats } from './get-stats.js';
import { getInterface } from './get.js';
import { listInterfaces } from './list.js';

export const interfaceTools: readonly Tool[] = [listInterfaces, getInterface, getInterfaceStats];
