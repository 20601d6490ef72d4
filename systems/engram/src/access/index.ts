export { challenge, createAuthorizer } from './create-authorizer.js';
export type { Identity } from './identity.js';
export { parseTokens, SHARED, type TokenList } from './token-list.js';
