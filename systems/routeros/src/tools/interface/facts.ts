import { z } from 'zod';
import { toBoolean, toInteger } from '../../device/values.js';
import type { Row } from '../../device/fleet.js';
import { oneLine } from '../../safety/index.js';
import { whole } from '../schemas.js';

/** An interface as results show it. */
export const interfaceFacts = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string().describe('Such as ether, bridge, vlan, wireguard'),
  running: z.boolean().describe('Whether the link is up'),
  disabled: z.boolean(),
  mtu: whole.nullable(),
  mac_address: z.string().nullable(),
  comment: z.string().nullable(),
});

export type InterfaceFacts = z.output<typeof interfaceFacts>;

export function toInterfaceFacts(row: Row): InterfaceFacts {
  return {
    id: row['.id'] ?? '',
    name: row['name'] ?? '',
    type: row['type'] ?? 'unknown',
    running: toBoolean(row['running']) ?? false,
    disabled: toBoolean(row['disabled']) ?? false,
    mtu: toInteger(row['actual-mtu'] ?? row['mtu']) ?? null,
    mac_address: row['mac-address'] ?? null,
    comment: row['comment'] ?? null,
  };
}

/** `ether1 (ether): up, MTU 1500, AA:…, "uplink"`. */
export function describeInterface(facts: InterfaceFacts): string {
  const parts = [
    stateOf(facts),
    ...(facts.mtu === null ? [] : [`MTU ${facts.mtu}`]),
    ...(facts.mac_address === null ? [] : [oneLine(facts.mac_address)]),
    ...(facts.comment === null || facts.comment === '' ? [] : [`"${oneLine(facts.comment)}"`]),
  ];
  return `${oneLine(facts.name)} (${oneLine(facts.type)}): ${parts.join(', ')}`;
}

export function stateOf({ disabled, running }: InterfaceFacts): 'disabled' | 'up' | 'down' {
  if (disabled) return 'disabled';
  return running ? 'up' : 'down';
}
