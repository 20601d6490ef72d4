import { z } from 'zod';
import { oneLine } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, limit, line, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import {
  describeRule,
  filterRuleFacts,
  natRuleFacts,
  toFilterRuleFacts,
  toNatRuleFacts,
  type FilterRuleFacts,
} from './rule-facts.js';

export const FILTER = '/ip/firewall/filter';
const NAT = '/ip/firewall/nat';

const input = (chains: string) =>
  z.strictObject({
    device_id: deviceId,
    chain: line.min(1).max(100).optional().describe(`Only this chain, such as ${chains}`),
    limit: limit(100_000, 100),
  });

/** The rules of the filter, in the order in which they are tried. */
export const listRules = defineDeviceTool({
  name: 'firewall/list-rules',
  title: 'List firewall rules',
  description:
    'List the filter rules of the IPv4 firewall of a device, in the order in which the device tries them: the first that matches decides. ' +
    'Use firewall/list-nat for address translation. Rules are changed with plan/create.',
  tier: 'fundamental',
  annotations: READS,
  input: input('input or forward'),
  output: z.strictObject({ ...deviceFacts, ...listed(filterRuleFacts) }),
  async run({ chain, limit: atMost }, { device, router }) {
    const rules = (await router.list(FILTER, inChain(chain))).map(toFilterRuleFacts);
    const items = rules.slice(0, atMost);
    return {
      text: describe('Firewall rules', device.id, { chain, rules, items }),
      facts: { device_id: device.id, total: rules.length, items },
    };
  },
});

/** The rules of the address translation, in the order in which they are tried. */
export const listNat = defineDeviceTool({
  name: 'firewall/list-nat',
  title: 'List NAT rules',
  description:
    'List the address translation rules (NAT) of the IPv4 firewall of a device, in the order in which the device tries them.',
  tier: 'fundamental',
  annotations: READS,
  input: input('srcnat or dstnat'),
  output: z.strictObject({ ...deviceFacts, ...listed(natRuleFacts) }),
  async run({ chain, limit: atMost }, { device, router }) {
    const rules = (await router.list(NAT, inChain(chain))).map(toNatRuleFacts);
    const items = rules.slice(0, atMost);
    return {
      text: describe('NAT rules', device.id, { chain, rules, items }),
      facts: { device_id: device.id, total: rules.length, items },
    };
  },
});

interface Found {
  readonly chain: string | undefined;
  readonly rules: readonly FilterRuleFacts[];
  readonly items: readonly FilterRuleFacts[];
}

function inChain(chain: string | undefined): Readonly<Record<string, string>> {
  return chain === undefined ? {} : { chain };
}

function describe(what: string, deviceId: string, { chain, rules, items }: Found): string {
  const where = chain === undefined ? '' : ` in chain ${oneLine(chain)}`;
  const disabled = rules.filter((rule) => rule.disabled).length;
  return describeListing({
    first: `${what} of ${deviceId}${where}: ${rules.length}, ${disabled} disabled`,
    rows: items.map(describeRule),
    total: rules.length,
    more: 'a higher limit, or a chain',
  });
}
