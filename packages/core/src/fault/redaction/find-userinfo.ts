import type { Spans } from './spans.js';

/** The slashes may be escaped, as some JSON encoders do. */
const AUTHORITY = /:(?:\\?\/){2}/g;
const USERINFO = /[^\s/?#"'`<>@]*(?:@[^\s/?#"'`<>@]*)*/y;
/** `user:pa/ss@`: a password that should have been encoded. A port is no password. */
const BROKEN_USERINFO =
  /(?!\[)[^\s/?#"'`<>@:]{0,128}:(?!\d{1,5}(?:[/?#,]|$))[^\s"'`<>@]{1,256}@(?:[^\s/?#"'`<>@]{0,256}@)*/y;
/** The form of Go's MySQL driver, which has no scheme. */
const GO_DSN = /@(?:tcp|tcp6|unix|cloudsql)\(/g;

/**
 * Find the userinfo of URLs and data source names: `scheme://user:password@host` keeps scheme and host. A user name
 * alone is masked too, because access tokens are passed that way; only the `git@` of repositories is left.
 */
export function findUserinfo(text: string, spans: Spans): void {
  // Every form has an at sign, and most texts do not.
  if (!text.includes('@')) return;
  AUTHORITY.lastIndex = 0;
  while (AUTHORITY.test(text)) {
    const start = AUTHORITY.lastIndex;
    USERINFO.lastIndex = start;
    const authority = USERINFO.exec(text)?.[0] ?? '';
    let length = authority.lastIndexOf('@');
    if (length < 0) {
      BROKEN_USERINFO.lastIndex = start;
      length = (BROKEN_USERINFO.exec(text)?.[0].length ?? 0) - 1;
    }
    if (length > 0 && text.slice(start, start + length) !== 'git')
      spans.push(start, start + length);
  }
  GO_DSN.lastIndex = 0;
  for (let found = GO_DSN.exec(text); found !== null; found = GO_DSN.exec(text)) {
    const before = text.slice(Math.max(0, found.index - 256), found.index);
    const userinfo = /[^\s"'`=:]*:[^\s"'`]*$/.exec(before)?.[0] ?? '';
    if (userinfo !== '') spans.push(found.index - userinfo.length, found.index);
  }
}
