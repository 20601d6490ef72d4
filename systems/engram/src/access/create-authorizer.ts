import { engram } from '@errata/catalogs/engram';
import type { HttpHead } from '@errata/edges/http';
import { bearerToken } from '@errata/system/service';
import type { Identity } from './identity.js';
import type { TokenList } from './token-list.js';

/** Finds out who sends a request. Throws AUTH_FAILED. */
export function createAuthorizer(tokens: TokenList): (head: Pick<HttpHead, 'header'>) => Identity {
  return ({ header }) => {
    const token = bearerToken(header('authorization'));
    const identity = token === undefined ? undefined : tokens.find(token);
    if (identity === undefined) throw engram.AUTH_FAILED();
    return identity;
  };
}

/** `WWW-Authenticate` of a refusal (RFC 6750 §3.1: whoever sent no token is not told of an error). */
export function challenge(_fault: unknown, { header }: Pick<HttpHead, 'header'>): string {
  const told = bearerToken(header('authorization')) === undefined ? '' : ', error="invalid_token"';
  return `Bearer realm="engram"${told}`;
}
