import { z } from 'zod';
import { oneLine } from '../safety/addresses.js';
import { flag, maybe, record, text, type Facts } from './fields.js';

/** RouterOS keeps the addresses of the two families in menus of their own. */
export const ADDRESS_MENUS = { ipv4: '/ip/address', ipv6: '/ipv6/address' } as const;

/** Which of the menus a tool looks at. */
export const family = z.enum(['ipv4', 'ipv6']).default('ipv4');

/** One address of a device. */
export const shownAddress = record({
  address_id: text('.id').describe('For ip/get-address and ip/remove-address'),
  address: text('address'),
  network: maybe('network'),
  interface: text('interface'),
  disabled: flag('disabled'),
  dynamic: flag('dynamic'),
  invalid: flag('invalid'),
  comment: maybe('comment'),
});

export type Address = Facts<typeof shownAddress>;

/** An address on one line: `*1 192.0.2.1/24 on ether1 (disabled) "office"`. */
export function describeAddress(shown: Address): string {
  const states = (['disabled', 'dynamic', 'invalid'] as const).filter((state) => shown[state]);
  const state = states.length === 0 ? '' : ` (${states.join(', ')})`;
  const comment = shown.comment ? ` "${oneLine(shown.comment)}"` : '';
  return `${oneLine(shown.address_id)} ${oneLine(shown.address)} on ${oneLine(shown.interface)}${state}${comment}`;
}
