export { challenge, createAuthorizer } from './create-authorizer.js';
export { NOBODY, type Identity } from './identity.js';
export { joinTokens, parseTokens, SHARED, sharedToken, type TokenList } from './token-list.js';
