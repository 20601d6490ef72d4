export {
  contains,
  hostOf,
  isAddress,
  isDefaultRoute,
  overlaps,
  parseCidr,
  type Cidr,
} from './addresses.js';
export { directionsTo, isLetting, isRefusing } from './firewall-rules.js';
export { managementConnection, type ManagementConnection } from './management-connection.js';
export { mayMatch, type Firewall } from './may-match.js';
export { findShadows, type Shadow } from './shadows.js';
export { oneLine } from './one-line.js';
export {
  protectDefaultRoute,
  protectDynamic,
  protectManagementPath,
  requireMcpList,
  SAFETY_RULES,
  unsafe,
  type SafetyRule,
  type SafetyRuleId,
  type Touched,
} from './rules.js';
export { serverList } from './server-list.js';
export { holds, parseSpan, type Span } from './span.js';
export { wayToService, type WayToService } from './way-to-service.js';
