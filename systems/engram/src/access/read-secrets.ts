import { readFileSync, statSync } from 'node:fs';

/** The text of a file with secrets. Prints a warning if others can read it. */
export function readSecrets(path: string, what: 'tokens' | 'keys'): string {
  try {
    if ((statSync(path).mode & 0o077) !== 0) {
      process.stderr.write(`errata: others can read the ${what} in ${path}: chmod 600 it\n`);
    }
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as { code?: string };
    throw new TypeError(`the file of ${what} cannot be read (${code}): ${path}`, { cause });
  }
}
