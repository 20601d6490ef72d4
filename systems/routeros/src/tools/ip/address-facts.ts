import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/one-line.js';

/** One address of a device. */
export const addressFacts = z.strictObject({
  address_id: z.string().describe('For ip/get-address and ip/remove-address'),
  address: z.string(),
  network: z.string().nullable(),
  interface: z.string(),
  disabled: z.boolean(),
  dynamic: z.boolean(),
  invalid: z.boolean(),
  comment: z.string().nullable(),
});

export type AddressFacts = z.output<typeof addressFacts>;

export function toAddressFacts(row: Row): AddressFacts {
  return {
    address_id: row['.id'] ?? '',
    address: row['address'] ?? '',
    network: row['network'] ?? null,
    interface: row['interface'] ?? '',
    disabled: toBoolean(row['disabled']) ?? false,
    dynamic: toBoolean(row['dynamic']) ?? false,
    invalid: toBoolean(row['invalid']) ?? false,
    comment: row['comment'] ?? null,
  };
}

/** An address on one line: `*1 192.0.2.1/24 on ether1 (disabled) "office"`. */
export function describeAddress(facts: AddressFacts): string {
  const states = (['disabled', 'dynamic', 'invalid'] as const).filter((state) => facts[state]);
  const state = states.length === 0 ? '' : ` (${states.join(', ')})`;
  const comment = facts.comment ? ` "${oneLine(facts.comment)}"` : '';
  const { address_id, address } = facts;
  return `${oneLine(address_id)} ${oneLine(address)} on ${oneLine(facts.interface)}${state}${comment}`;
}
