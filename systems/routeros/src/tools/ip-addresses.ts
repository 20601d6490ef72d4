import { z } from 'zod';
import { flag, joined, maybe, quoted, record, text, type RecordFacts } from './fields.js';

/** RouterOS keeps the addresses of the two families in menus of their own. */
export const ADDRESS_MENUS = { ipv4: '/ip/address', ipv6: '/ipv6/address' } as const;

/** Which of the menus a tool looks at. */
export const family = z.enum(['ipv4', 'ipv6']).default('ipv4');

/** One address of a device: `*1 192.0.2.1/24 on ether1 (disabled) "office"`. */
export const shownAddress = record(
  {
    address_id: text('.id').describe('For ip/get-address and ip/remove-address'),
    address: text('address'),
    network: maybe('network'),
    interface: text('interface'),
    disabled: flag('disabled'),
    dynamic: flag('dynamic'),
    invalid: flag('invalid'),
    comment: maybe('comment'),
  },
  (shown) => {
    const states = (['disabled', 'dynamic', 'invalid'] as const).filter((state) => shown[state]);
    return joined(
      ' ',
      `${shown.address_id} ${shown.address} on ${shown.interface}`,
      states.length > 0 && `(${states.join(', ')})`,
      quoted(shown.comment),
    );
  },
);

export type Address = RecordFacts<typeof shownAddress>;
