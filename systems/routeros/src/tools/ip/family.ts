import { z } from 'zod';
import type { Cidr } from '../../safety/addresses.js';

/** RouterOS keeps the addresses of the two families in menus of their own. */
export const ADDRESS_MENUS = { ipv4: '/ip/address', ipv6: '/ipv6/address' } as const;

export type Family = keyof typeof ADDRESS_MENUS;

/** Which of the menus a tool looks at. */
export const family = z.enum(['ipv4', 'ipv6']).default('ipv4');

export function familyOf(cidr: Cidr): Family {
  return cidr.family === 4 ? 'ipv4' : 'ipv6';
}
