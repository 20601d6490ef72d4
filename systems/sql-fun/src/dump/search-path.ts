import { nextToken } from '../text/index.js';
import type { Definition } from './definition.js';
import { only, quoted, strings, type NodeOf } from './nodes.js';

/** pg_dump sets the search path by `SELECT pg_catalog.set_config('search_path', '', false)`. */
export function searchPathOf({ targetList }: NodeOf<'SelectStmt'>): Definition | undefined {
  const [target, more] = only('ResTarget', targetList);
  const call = target?.val;
  if (more !== undefined || call === undefined || !('FuncCall' in call)) return undefined;
  if (strings(call.FuncCall.funcname).at(-1) !== 'set_config') return undefined;
  const [setting, value] = only('A_Const', call.FuncCall.args).map(({ sval }) => sval?.sval ?? '');
  if (setting !== 'search_path' || value === undefined) return undefined;
  const path: string[] = [];
  for (let token = nextToken(value, 0); token.kind !== 'end'; token = nextToken(value, token.end)) {
    const name = value.slice(token.start, token.end);
    if (token.kind === 'word') path.push(name.toLowerCase());
    else if (token.kind === 'quoted') path.push(name.slice(1, -1));
  }
  return setSearchPath(path);
}

export function setSearchPath(path: readonly string[] | undefined): Definition {
  const value = path?.length === 0 ? "''" : path?.map(quoted).join(', ');
  const text = value === undefined ? 'RESET search_path' : `SET search_path = ${value}`;
  return { name: [], text, edits: [], searchPath: path ?? ['public'] };
}
