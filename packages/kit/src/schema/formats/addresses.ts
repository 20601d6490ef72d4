import { isIPv4, isIPv6 } from 'node:net';

// RFC 5321 §4.1.2: dots between atoms, or anything in quotes.
const MAILBOX =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@([^@]+)$/;
const DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const LITERAL = /^\[(ipv6:)?([^\]]+)\]$/i;

/** An address of mail: `a.b@example.com`. */
export function isEmail(text: string): boolean {
  const domain = MAILBOX.exec(text)?.[1];
  if (domain === undefined) return false;
  const literal = LITERAL.exec(domain);
  if (literal === null) return DOMAIN.test(domain);
  const [, six, address = ''] = literal;
  return six === undefined ? isIPv4(address) : isPlainIPv6(address);
}

/** An IPv6 address without a zone. */
export function isPlainIPv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}
