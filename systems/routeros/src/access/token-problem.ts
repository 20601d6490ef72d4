import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import { errors } from 'jose';

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
export function toTokenProblem(thrown: unknown): unknown {
  return thrown instanceof errors.JOSEError ? unauthorized(sentenceOf(thrown), thrown) : thrown;
}

/** The refusal of whoever cannot be known. */
export function unauthorized(details: string, cause?: unknown): Fault {
  return routeros.UNAUTHORIZED({}, { details, ...(cause !== undefined && { cause }) });
}

function sentenceOf(error: errors.JOSEError): string {
  if (!(error instanceof errors.JWTClaimValidationFailed)) return BY_CODE[error.code] ?? INVALID;
  const { claim, reason } = error;
  if (reason === 'missing') return `The token lacks the claim '${claim}'`;
  return (reason === 'check_failed' ? BY_CLAIM[claim] : undefined) ?? INVALID;
}
