export {
  decideActor,
  GUEST_NAME,
  isGuest,
  privateSpaceOf,
  UNKNOWN_ACTOR_POLICIES,
  type Actor,
  type ActorDecision,
  type UnknownActorPolicy,
} from './actor.js';
export {
  decideGovernance,
  type Deny,
  type GovernanceDecision,
  type GovernanceRights,
  type GovernanceUpdate,
} from './decide-governance.js';
export { decideDelete } from './decide-delete.js';
export { decideRead } from './decide-read.js';
export { decideWrite, type WriteRequest } from './decide-write.js';
export { reject, type Allow, type Decision, type Redirect, type Reject } from './decision.js';
export { KINDS, type Kind } from './kinds.js';
export {
  describeRule,
  RULES,
  type Rule,
  type RuleFacts,
  type RuleName,
  type RuleThat,
} from './rules.js';
export {
  DEFAULT_GOVERNANCE,
  DEFAULT_POLICY,
  MAX_CONTENT_BYTES,
  mergePolicy,
  parsePolicy,
  policySettings,
  policyUpdate,
  type Governance,
  type PolicySettings,
  type PolicyUpdate,
} from './settings.js';
export { formatSpace, NAME, parseSpace, type Space } from './space.js';
