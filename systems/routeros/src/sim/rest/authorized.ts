export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Whether an Authorization header is that of the device's user. */
export function isAuthorized(header: string | undefined, { username, password }: Login): boolean {
  const encoded = /^basic ([a-z0-9+/]*={0,2})$/i.exec(header ?? '')?.[1];
  return (
    encoded !== undefined &&
    Buffer.from(encoded, 'base64').toString('utf8') === `${username}:${password}`
  );
}
