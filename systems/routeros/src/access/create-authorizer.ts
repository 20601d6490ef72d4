import { createRedactor, type Redactor } from '@errata/core/fault';
import type { HttpHead } from '@errata/edges/http';
import { bearerToken } from '@errata/system/service';
import { jwtVerify } from 'jose';
import { createIssuerKeys } from './issuer-keys.js';
import { parseSecureUrl } from './secure-url.js';
import { toTokenProblem, unauthorized } from './token-problem.js';
import { userOfClaims } from './user-of-claims.js';
import type { User } from './user.js';

export interface AuthorizerOptions {
  /** Who signs the tokens, exactly as the tokens have it. */
  readonly issuer: string;
  /** Whom the tokens are for: the URL of this service (RFC 8707). */
  readonly audience: string;
  /** Where the issuer's keys are; found through its metadata unless told. */
  readonly jwksUrl?: string;
  /** `roles` unless told. */
  readonly rolesClaim?: string;
  /** `devices` unless told. */
  readonly devicesClaim?: string;
  /** Seconds by which the clocks of issuer and service may differ, 5 unless told. */
  readonly clockTolerance?: number;
  /** Milliseconds between two looks for a key that the issuer did not have, 30 s unless told. */
  readonly keyCooldown?: number;
  /** Milliseconds that the issuer may take, 5 s unless told. */
  readonly issuerTimeout?: number;
  readonly now?: () => number;
  /** Cleans what the operator is told of an issuer that fails. */
  readonly redactor?: Redactor;
}

/** Finds out who sends a request. */
export interface Authorizer {
  /** Throws UNAUTHORIZED, FORBIDDEN, or INTERNAL_ERROR where the issuer cannot be asked. */
  authorize(head: Pick<HttpHead, 'header'>): Promise<User>;
}

// Public keys only: with a shared secret in the list, a public key could be used as one.
const ALGORITHMS = [
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
];

/** The authorizer of a resource server of OAuth 2.1: bearer tokens that are JWTs of one issuer. */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { issuer, audience, jwksUrl, now = Date.now, clockTolerance = 5 } = options;
  const { rolesClaim = 'roles', devicesClaim = 'devices' } = options;
  // An empty audience would be met by a token for nobody.
  if (audience === '') throw new TypeError('audience has to name this service');
  parseSecureUrl(issuer, 'issuer');
  const keys = createIssuerKeys({
    issuer,
    name: (options.redactor ?? createRedactor()).redact(issuer),
    cooldown: options.keyCooldown ?? 30_000,
    timeout: options.issuerTimeout ?? 5_000,
    ...(jwksUrl !== undefined && { jwksUrl: parseSecureUrl(jwksUrl, 'jwksUrl') }),
  });

  const verify = async (token: string) => {
    try {
      return await jwtVerify(token, keys, {
        issuer,
        audience,
        clockTolerance,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(now()),
      });
    } catch (thrown) {
      throw toTokenProblem(thrown);
    }
  };

  return {
    async authorize(head) {
      const token = bearerToken(head.header('authorization'));
      if (token === undefined) throw unauthorized('No valid authentication found');
      const { payload } = await verify(token);
      return userOfClaims(payload, { rolesClaim, devicesClaim });
    },
  };
}
