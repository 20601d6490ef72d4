import { isFault } from '@errata/core';
import type { Router, Row } from '../device/fleet.js';
import { directionsTo, isLetting, isRefusing } from '../safety/firewall-rules.js';
import {
  managementConnection,
  type ManagementConnection,
} from '../safety/management-connection.js';
import { mayMatch } from '../safety/may-match.js';
import { oneLine } from '../safety/one-line.js';
import { unsafe } from '../safety/rules.js';
import { holds, parseSpan } from '../safety/span.js';
import type { EntryChanges } from './address-lists.js';

/** Throws UNSAFE_OPERATION where a change of a list would make a rule refuse the management connection, or let it through no more. */
export async function protectListedManagement(
  router: Router,
  list: string,
  { adding, removing }: EntryChanges,
): Promise<void> {
  if (adding.length + removing.length === 0) return;
  const rules = await router.list('/ip/firewall/filter');
  const raw = await readRaw(router);
  const connection = await managementConnection(router.device);
  const added = adding.find((address) => mayBeEnd(address, connection));
  const removed = removing.find(({ address }) => mayBeEnd(address, connection))?.address;
  for (const rule of [...rules, ...raw]) {
    const refuses = isRefusing(rule);
    if (!refuses && !letsThrough(rule, rules, connection)) continue;
    // What comes into the list of a rule that refuses is as bad as what leaves the list of one that lets through.
    const [inList, outside] = refuses ? [added, removed] : [removed, added];
    const cut = refersTo(rule, list) ? inList : refersTo(rule, `!${list}`) ? outside : undefined;
    if (cut === undefined) continue;
    const change = cut === added ? 'add' : 'remove';
    const where = refersTo(rule, list) ? 'in it' : 'not in it';
    throw unsafe(router.device, 'PROTECT_MANAGEMENT_PATH', {
      details: `Cannot ${change} ${oneLine(cut)} ${change === 'add' ? 'to' : 'from'} address list '${oneLine(list)}': a rule with action ${oneLine(rule['action'] ?? 'accept')} is for what is ${where}, and the management connection would be cut`,
    });
  }
}

/** The rules in front of the filter. Their chains are others, so what they accept still has the filter before it. */
async function readRaw(router: Router): Promise<readonly Row[]> {
  try {
    return (await router.list('/ip/firewall/raw')).filter(isRefusing);
  } catch (thrown) {
    if (isFault(thrown) && thrown.reason === 'DEVICE_UNSUPPORTED') return [];
    throw thrown;
  }
}

/** Whether an entry has an end of the connection in it, or may have. */
function mayBeEnd(entry: string, { device, service }: ManagementConnection): boolean {
  const span = parseSpan(entry);
  if (span === undefined || service.length === 0) return true;
  return [...device, ...service].some((end) => holds(span, end));
}

/** Whether a rule keeps the connection from a rule behind it, or in another chain, that may refuse it. */
function letsThrough(rule: Row, rules: readonly Row[], connection: ManagementConnection): boolean {
  if (!isLetting(rule) || directionsTo(rule['chain'] ?? '', rules).length === 0) return false;
  const behind = rules.indexOf(rule);
  return rules.some(
    (other, index) =>
      (index > behind || other['chain'] !== rule['chain']) &&
      isRefusing(other) &&
      mayMatch(other, connection, { rules }),
  );
}

function refersTo(rule: Row, reference: string): boolean {
  return rule['src-address-list'] === reference || rule['dst-address-list'] === reference;
}
