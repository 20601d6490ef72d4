import type { Tool } from '../tool.js';
import { addAddress } from './add-address.js';
import { getAddress } from './get-address.js';
import { getArp } from './get-arp.js';
import { listAddresses } from './list-addresses.js';
import { removeAddress } from './remove-address.js';

/** The addresses of a device and of its neighbours. */
export const ipTools: readonly Tool[] = [
  listAddresses,
  getAddress,
  addAddress,
  removeAddress,
  getArp,
];
