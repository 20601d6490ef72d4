import { realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { absent } from './absent.js';

/** The folder that nothing leads out of. */
export interface Root {
  /** As it was given, absolute. */
  readonly path: string;
  /** Without symbolic links. */
  readonly real: string;
  /** Whether names that begin with a dot are there. */
  readonly hidden: boolean;
}

/** Throws where there is no such folder: a server with a wrong root should not start. */
export function openRoot(path: string, hidden: boolean): Root {
  const absolute = resolve(path);
  if (!statSync(absolute).isDirectory()) throw new TypeError(`${absolute} is no folder`);
  return { path: absolute, real: realpathSync(absolute), hidden };
}

/** Throws unless a real path lies under the root and, where it is hidden, may be seen. */
export function assertHeld(root: Root, real: string): void {
  const base = root.real.endsWith(sep) ? root.real : root.real + sep;
  if (!`${real}${sep}`.startsWith(base)) throw absent('The path leads out of the root');
  if (!root.hidden && real.slice(base.length).split(sep).some(isHidden)) {
    throw absent('The file is hidden');
  }
}

/** Whether a name is left out unless hidden files are asked for. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}
