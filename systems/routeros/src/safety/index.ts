export {
  contains,
  hostOf,
  isAddress,
  isDefaultRoute,
  overlaps,
  parseCidr,
  type Cidr,
} from './addresses.js';
export { managementAddresses } from './management-addresses.js';
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
