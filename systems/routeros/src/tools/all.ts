import { dhcpTools } from './dhcp.js';
import { dnsTools } from './dns.js';
import { firewallTools } from './firewall.js';
import { interfaceTools } from './interface.js';
import { ipTools } from './ip.js';
import { logTools } from './log.js';
import { ntpTools } from './ntp.js';
import { planTools } from './plan.js';
import { registryTools } from './registry.js';
import { routingTools } from './routing.js';
import { systemTools } from './system.js';
import { diagnosticTools } from './diagnostics.js';
import { serviceTools } from './service.js';
import type { RouterosTool } from './tool.js';

/** Every tool there is, topic by topic. */
export const TOOLS: readonly RouterosTool[] = [
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
