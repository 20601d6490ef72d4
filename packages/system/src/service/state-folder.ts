import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a system keeps its files unless told: the place that XDG has for state. */
export function stateFolder(
  system: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const state = env['XDG_STATE_HOME'] ?? '';
  const home = env['HOME'] ?? '';
  const base = isAbsolute(state) ? state : join(home === '' ? homedir() : home, '.local', 'state');
  return join(base, 'errata', system);
}
