import { isPlainIPv6 } from './addresses.js';

// RFC 3986 §2 and §3: what may occur at all, the parts, and the parts of an authority.
const CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i;
const PARTS = /^[a-z][a-z\d+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/i;
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[([^\]]*)\]|[^:@[\]]*)(?::\d*)?$/;
const RESERVED = /[#[\]]/;

/** A URI with its scheme: `file:///a/b`. */
export function isUri(text: string): boolean {
  if (!CHARACTERS.test(text)) return false;
  const parts = PARTS.exec(text);
  if (parts === null) return false;
  const [, authority, ...rest] = parts;
  return (
    (authority === undefined || isAuthority(authority)) &&
    !rest.some((part) => part !== undefined && RESERVED.test(part))
  );
}

function isAuthority(text: string): boolean {
  const match = AUTHORITY.exec(text);
  return match !== null && (match[1] === undefined || isPlainIPv6(match[1]));
}
