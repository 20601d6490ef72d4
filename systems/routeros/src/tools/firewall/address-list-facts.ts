import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';

export const ADDRESS_LISTS = '/ip/firewall/address-list';

/** An entry of an address list as results show it. */
export const addressListFacts = z.strictObject({
  id: z.string(),
  list: z.string(),
  address: z.string().describe('An address, a prefix, a range or a host name'),
  timeout: z.string().nullable().describe('How long it stays; null: until it is removed'),
  dynamic: z.boolean(),
  disabled: z.boolean(),
  comment: z.string().nullable(),
});

export type AddressListFacts = z.output<typeof addressListFacts>;

export function toAddressListFacts(row: Row): AddressListFacts {
  return {
    id: row['.id'] ?? '',
    list: row['list'] ?? '',
    address: row['address'] ?? '',
    timeout: row['timeout'] ?? null,
    dynamic: toBoolean(row['dynamic']) ?? false,
    disabled: toBoolean(row['disabled']) ?? false,
    comment: row['comment'] ?? null,
  };
}

/** `*5 mcp-blocked 203.0.113.7 for 1h "scanner"`. */
export function describeEntry(entry: AddressListFacts): string {
  return [
    `${oneLine(entry.id)} ${oneLine(entry.list)} ${oneLine(entry.address)}`,
    ...(entry.timeout ? [`for ${oneLine(entry.timeout)}`] : []),
    ...(entry.disabled ? ['(disabled)'] : []),
    ...(entry.comment ? [`"${oneLine(entry.comment)}"`] : []),
  ].join(' ');
}
