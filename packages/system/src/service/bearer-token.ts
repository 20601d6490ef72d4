/** The token of an Authorization header, readable or not; undefined where the header has another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}
