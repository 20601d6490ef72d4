import type { HttpHead } from '@errata/edges/http';

/** The token of the Authorization header, readable or not; a token in the query is never looked at. */
export function bearerToken({ header }: Pick<HttpHead, 'header'>): string | undefined {
  return /^bearer +(\S.*)$/i.exec(header('authorization')?.trim() ?? '')?.[1];
}
