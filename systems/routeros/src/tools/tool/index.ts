import type { Tool } from '../tool.js';
import { ping } from './ping.js';
import { traceroute } from './traceroute.js';

export const diagnosticTools: readonly Tool[] = [ping, traceroute];
