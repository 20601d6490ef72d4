import { routeros } from '@errata/catalogs/routeros';
import type { Row } from '../../device/fleet.js';
import type { Device } from '../../registry/device.js';
import { overlaps, parseCidr, type Cidr } from '../../safety/addresses.js';
import { oneLine } from '../../safety/one-line.js';

export interface NewAddress {
  readonly address: string;
  readonly cidr: Cidr;
  /** The addresses that the device has. Disabled ones count: somebody may enable them. */
  readonly rows: readonly Row[];
}

/** Throws CONFLICT where the network of a new address overlaps with one that is there. */
export function requireNoOverlap(device: Device, { address, cidr, rows }: NewAddress): void {
  for (const row of rows) {
    const there = parseCidr(row['address'] ?? '');
    if (there === undefined || !overlaps(there, cidr)) continue;
    const [its, port, id] = ['address', 'interface', '.id'].map((name) => oneLine(row[name] ?? ''));
    const where = `${its} on ${port} (${id})`;
    throw routeros.CONFLICT(
      { device_id: device.id },
      {
        details: `${address} overlaps with ${where}`,
        suggestion: 'Choose an address of another network, or work with the address that exists.',
        nextSteps: ['Use ip/list-addresses to see the networks that the device has'],
      },
    );
  }
}

/** Whether the device has the very network of a new address. */
export function hasNetwork({ cidr, rows }: Pick<NewAddress, 'cidr' | 'rows'>): boolean {
  return rows.some((row) => {
    const there = parseCidr(row['address'] ?? '');
    return there?.prefix === cidr.prefix && overlaps(there, cidr);
  });
}
