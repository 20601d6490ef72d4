/** Whether a path names files by a pattern. */
export function isGlob(path: string): boolean {
  return /[*?{]/.test(path);
}

/** The folder that all matches of a pattern are in: its parts before the first one with a star. */
export function baseOf(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(isGlob);
  const base = parts.slice(0, first).join('/');
  return base === '' && pattern.startsWith('/') ? '/' : base || '.';
}

/**
 * A pattern for paths with `/`: `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is either one.
 */
export function globToRegExp(pattern: string): RegExp {
  let source = '';
  let open = 0;
  const plain = pattern.replace(/^(?:\.\/)+/, '').replaceAll(/(?:\*\*\/)+/g, '**/');
  for (let at = 0; at < plain.length; at++) {
    const c = plain[at]!;
    const isStart = at === 0 || plain[at - 1] === '/';
    if (isStart && plain.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (isStart && plain.slice(at) === '**') {
      source += '.+';
      at++;
    } else if (c === '*') {
      if (plain[at - 1] !== '*') source += '[^/]*';
    } else if (c === '?') source += '[^/]';
    else if (c === '{' && plain.includes('}', at)) {
      source += '(?:';
      open++;
    } else if (c === '}' && open > 0) {
      source += ')';
      open--;
    } else if (c === ',' && open > 0) source += '|';
    else source += c.replace(/[\\^$.|+()[\]{}]/, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(open)}$`, 'u');
}
