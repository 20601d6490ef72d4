import type { Tool } from '../tool.js';
import { getRoute } from './get.js';
import { listRoutes } from './list.js';

export const routingTools: readonly Tool[] = [listRoutes, getRoute];
