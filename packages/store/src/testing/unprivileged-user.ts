import { readFileSync } from 'node:fs';

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** Whom to run as: PostgreSQL refuses to run as root. Undefined where we are somebody else already. */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => users.find(([name]) => name === wanted))
    .find((user) => user !== undefined);
  if (found === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
