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

/** For the model, at the start of a session. */
export const INSTRUCTIONS = [
  'Reads and changes the registered MikroTik RouterOS devices. Start with registry/list.',
  'Reading is always allowed. A change needs a flag on the device. Changes of routes, firewall rules and many devices need plan/create, plan/approve and plan/apply.',
  'The first line of a failure says what to do next. If the effect of a change is unknown, read the device before you repeat it.',
].join(' ');

/** Every tool, topic by topic. */
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
