import { clip } from './clip.js';

const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const MAX_NAME = 64;

/** The path of a member: `a.b`, or `a["b c"]` where the name is not a plain one. */
export function memberPath(path: string, name: string): string {
  const short = clip(name, MAX_NAME);
  if (!IDENTIFIER.test(short)) return `${path}[${JSON.stringify(short)}]`;
  return path === '' ? short : `${path}.${short}`;
}

/** The path of an item: `a[0]`. */
export function itemPath(path: string, index: number): string {
  return `${path}[${index}]`;
}
