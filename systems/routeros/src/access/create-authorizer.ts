import { routeros } from '@errata/catalogs/routeros';
import { createRedactor, type Fault, type Redactor } from '@errata/core';
import type { HttpHead } from '@errata/edges/http';
import { bearerToken } from '@errata/edges/service';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { createIssuerKeys, parseSecureUrl } from './issuer-keys.js';
import { ROLES, rolesOfScope, SCOPES, type Role, type User } from './user.js';

export interface AuthorizerOptions {
  /** Who signs the tokens, exactly as the tokens have it. */
  readonly issuer: string;
  /** Whom the tokens are for: the URL of this service (RFC 8707). */
  readonly audience: string;
  /** Where the issuer's keys are. Default: found through its metadata. */
  readonly jwksUrl?: string;
  /** Default: `roles`. */
  readonly rolesClaim?: string;
  /** Default: `devices`. */
  readonly devicesClaim?: string;
  /** Seconds by which the clocks of issuer and service may differ. Default: 5. */
  readonly clockTolerance?: number;
  /** Milliseconds between two looks for a key that the issuer did not have. Default: 30 s. */
  readonly keyCooldown?: number;
  /** Milliseconds that the issuer may take. Default: 5 s. */
  readonly issuerTimeout?: number;
  readonly now?: () => number;
  /** Redacts what the operator reads about an issuer that fails. */
  readonly redactor?: Redactor;
}

export type Authorizer = ReturnType<typeof createAuthorizer>;

// Public keys only: with a shared secret in the list, a public key could be used as one.
const ALGORITHMS = [
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
];

/** The authorizer of a resource server of OAuth 2.1: bearer tokens that are JWTs of one issuer. */
export function createAuthorizer(options: AuthorizerOptions) {
  const { issuer, audience, jwksUrl, now = Date.now, clockTolerance = 5 } = options;
  const { rolesClaim = 'roles', devicesClaim = 'devices' } = options;
  // An empty audience would match a token without one.
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
    /** Who sends a request. Throws UNAUTHORIZED, FORBIDDEN, or INTERNAL_ERROR where the issuer cannot be asked. */
    async authorize(head: Pick<HttpHead, 'header'>): Promise<User> {
      const token = bearerToken(head.header('authorization'));
      if (token === undefined) throw unauthorized('No valid authentication found');
      const { payload } = await verify(token);
      return userOfClaims(payload, { rolesClaim, devicesClaim });
    },
  };
}

interface ClaimNames {
  readonly rolesClaim: string;
  readonly devicesClaim: string;
}

const STRONGEST_FIRST: readonly Role[] = ['admin', 'ops_rw', 'approver', 'read_only'];

/** Which roles a role can stand in for. */
const COVERS: Readonly<Record<Role, readonly Role[]>> = {
  admin: ROLES,
  ops_rw: ['ops_rw', 'read_only'],
  approver: ['approver'],
  read_only: ['read_only'],
};

/** OpenID Connect §2: a subject has 255 characters at most. */
const MAX_SUBJECT = 255;

/** Who is asking, by the claims of a token that was verified. Throws UNAUTHORIZED or FORBIDDEN. */
export function userOfClaims(claims: JWTPayload, { rolesClaim, devicesClaim }: ClaimNames): User {
  const { sub, scope } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) {
    throw unauthorized('The token does not say who is asking');
  }
  const role = roleOf(
    textsOf(claims[rolesClaim]).flatMap((name) => ROLES.filter((known) => known === name)),
    typeof scope === 'string' ? rolesOfScope(scope) : [],
  );
  if (role === undefined) throw noRole();
  return { id: sub, role, devices: devicesOf(claims, devicesClaim), single: false };
}

/** The strongest role; where the scope names one too, the client was given no more than both allow. */
function roleOf(held: readonly Role[], granted: readonly Role[]): Role | undefined {
  const lists = [held, granted].filter((list) => list.length > 0);
  if (lists.length === 0) return undefined;
  return STRONGEST_FIRST.find((role) =>
    lists.every((list) => list.some((one) => COVERS[one].includes(role))),
  );
}

function devicesOf(claims: JWTPayload, name: string): User['devices'] {
  if (!Object.hasOwn(claims, name)) return 'all';
  const given = claims[name];
  // A claim that cannot be read opens nothing.
  const ids = textsOf(given);
  return given === 'all' || ids.includes('*') ? 'all' : ids;
}

function textsOf(claim: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((one) => typeof one === 'string');
}

function noRole() {
  return routeros.FORBIDDEN(
    {},
    {
      details: 'The token is valid but names no role of this service',
      suggestion: 'Ask an administrator for a role, then sign in again.',
      nextSteps: [
        `Ask an administrator for one of the roles ${ROLES.join(', ')}`,
        `Or sign in again with one of the scopes ${SCOPES.join(', ')}`,
      ],
    },
  );
}

const BY_CODE: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The token has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed in a way that is not accepted',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the token cannot be verified',
  ERR_JWKS_NO_MATCHING_KEY: 'The signature of the token cannot be verified',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not say which key signed it',
};

const BY_CLAIM: Readonly<Record<string, string>> = {
  iss: 'The token is from another issuer',
  aud: 'The token is for another audience',
  nbf: 'The token is not valid yet',
};

const INVALID = 'The token is not valid';

/** What is wrong with a token, without any part of it; what is not the token's fault comes back as it is. */
function toTokenProblem(thrown: unknown): unknown {
  return thrown instanceof errors.JOSEError ? unauthorized(sentenceOf(thrown), thrown) : thrown;
}

/** The refusal of a caller without a valid token. */
function unauthorized(details: string, cause?: unknown): Fault {
  return routeros.UNAUTHORIZED({}, { details, ...(cause !== undefined && { cause }) });
}

function sentenceOf(error: errors.JOSEError): string {
  if (!(error instanceof errors.JWTClaimValidationFailed)) return BY_CODE[error.code] ?? INVALID;
  const { claim, reason } = error;
  if (reason === 'missing') return `The token lacks the claim '${claim}'`;
  return (reason === 'check_failed' ? BY_CLAIM[claim] : undefined) ?? INVALID;
}
