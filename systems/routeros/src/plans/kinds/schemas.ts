import { z } from 'zod';
import { isAddress, parseCidr } from '../../safety/addresses.js';

const NETWORK = 'Network in CIDR form without host bits (e.g., 192.0.2.0/24 or 2001:db8::/32)';

/** A network as a route has it: RouterOS would cut host bits off, and the route would not be found again. */
export const network = z
  .string()
  .refine((text) => text.includes('/') && hasNoHostBits(text), NETWORK);

/** What a rule matches: one address, or a network. */
export const addressOrNetwork = z
  .string()
  .refine(
    (text) => parseCidr(text) !== undefined,
    'IPv4 or IPv6 address or network (e.g., 192.0.2.1 or 192.0.2.0/24)',
  );

export const serverAddress = z
  .string()
  .refine(isAddress, 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)');

/** An address or a name. A last label of digits only is a mistyped address. */
export const serverName = z
  .string()
  .max(253)
  .refine(
    (text) =>
      isAddress(text) ||
      (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) && !/(?:^|\.)\d+$/.test(text)),
    'IP address or host name (e.g., 192.0.2.1 or pool.ntp.org)',
  );

export const comment = z
  .string()
  .max(100)
  // Spelled out: the pattern is published, and not every validator knows \p{Cc}.
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'One line of text')
  // Half of a surrogate pair would be another character on the device, and the mark would not be found again.
  .refine((text) => !/\p{Surrogate}/u.test(text), 'Text without halves of characters')
  .describe('A note on the device, after the mark of the plan');

function hasNoHostBits(text: string): boolean {
  const cidr = parseCidr(text);
  if (cidr === undefined) return false;
  const host = BigInt((cidr.family === 4 ? 32 : 128) - cidr.prefix);
  return (cidr.address >> host) << host === cidr.address;
}
