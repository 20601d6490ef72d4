import type { Router, Row } from '../../device/fleet.js';
import { oneLine, parseCidr, protectManagementPath } from '../../safety/index.js';
import type { EntryChanges } from './compare-entries.js';
import { FILTER } from './list-rules.js';

const REFUSING = new Set(['drop', 'reject', 'tarpit']);

/** Throws UNSAFE_OPERATION where a change of a list would make a rule refuse the management connection. */
export async function protectListedManagement(
  router: Router,
  list: string,
  { adding, removing }: EntryChanges,
): Promise<void> {
  if (adding.length + removing.length === 0) return;
  const rules = (await router.list(FILTER)).filter(refuses);
  const name = oneLine(list);
  if (rules.some((rule) => refersTo(rule, list))) {
    await protectManagementPath(router.device, {
      networks: networksOf(adding),
      details: `Cannot add the management address to address list '${name}': a rule drops what is in it`,
    });
  }
  if (rules.some((rule) => refersTo(rule, `!${list}`))) {
    await protectManagementPath(router.device, {
      networks: networksOf(removing.map(({ address }) => address)),
      details: `Cannot remove the management address from address list '${name}': a rule drops what is not in it`,
    });
  }
}

function refuses(rule: Row): boolean {
  return rule['disabled'] !== 'true' && REFUSING.has(rule['action'] ?? '');
}

function refersTo(rule: Row, reference: string): boolean {
  return rule['src-address-list'] === reference || rule['dst-address-list'] === reference;
}

function networksOf(addresses: readonly string[]) {
  return addresses.flatMap((address) => parseCidr(address) ?? []);
}
