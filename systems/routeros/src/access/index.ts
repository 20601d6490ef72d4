export { createChallenge, type Challenge, type ChallengeOptions } from './challenge.js';
export { createAuthorizer, type Authorizer, type AuthorizerOptions } from './create-authorizer.js';
export { findVisible } from './find-visible.js';
export {
  forbidEnvironment,
  forbidFlag,
  forbidRole,
  forbidScope,
  type MissingFlag,
} from './forbid.js';
export { inReach, mayCall, rolesOf, TIER_ROLES, type GuardedTool } from './permissions.js';
export {
  createResourceMetadata,
  metadataPathOf,
  metadataUrlOf,
  type ResourceMetadata,
  type ResourceMetadataOptions,
} from './resource-metadata.js';
export { scopeOf, SCOPES } from './scopes.js';
export {
  startTokenIssuer,
  type TokenClaims,
  type TokenIssuer,
  type TokenIssuerOptions,
} from './token-issuer.js';
export { ROLES, SINGLE_USER, type Role, type User } from './user.js';
