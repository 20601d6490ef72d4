import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the databases of this user are kept between two starts. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const cache = env['XDG_CACHE_HOME'] ?? '';
  const home = env['HOME'] ?? '';
  const base = isAbsolute(cache) ? cache : join(isAbsolute(home) ? home : homedir(), '.cache');
  return join(base, 'errata', 'sql-fun');
}
