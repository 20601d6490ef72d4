import type { Tool } from '../tool.js';
import { listAddressLists } from './list-address-lists.js';
import { listNat, listRules } from './list-rules.js';
import { updateAddressList } from './update-address-list.js';

export const firewallTools: readonly Tool[] = [
  listRules,
  listNat,
  listAddressLists,
  updateAddressList,
];
