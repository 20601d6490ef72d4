import { dhcpTools } from './dhcp/index.js';
import { dnsTools } from './dns/index.js';
import { firewallTools } from './firewall/index.js';
import { interfaceTools } from './interface/index.js';
import { ipTools } from './ip/index.js';
import { logTools } from './log/index.js';
import { ntpTools } from './ntp/index.js';
import { planTools } from './plan/index.js';
import { registryTools } from './registry/index.js';
import { routingTools } from './routing/index.js';
import { systemTools } from './system/index.js';
import { diagnosticTools } from './tool/index.js';
import { serviceTools } from './service/index.js';
import type { Tool } from './tool.js';

/** Every tool there is, topic by topic. */
export const TOOLS: readonly Tool[] = [
  ...registryTools,
  ...systemTools,
  ...interfaceTools,
  ...ipTools,
  ...dnsTools,
  ...ntpTools,
  ...routingTools,
  ...firewallTools,
  ...dhcpTools,
  ...logTools,
  ...diagnosticTools,
  ...planTools,
  ...serviceTools,
];
