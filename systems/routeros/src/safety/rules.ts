import { routeros } from '@errata/catalogs/routeros';
import { toBoolean } from '../device/values.js';
import type { Device } from '../registry/device.js';
import { type Cidr, contains, isDefaultRoute, oneLine, parseCidr } from './addresses.js';
import { managementConnection } from './management-connection.js';

export interface SafetyRule {
  /** In few words, as `reason` of the failure. */
  readonly name: string;
  readonly sentence: string;
}

/** What no tool and no plan does for any user. The keys are the `safety_rule` of UNSAFE_OPERATION; NO_OVERLAP is a CONFLICT. */
export const SAFETY_RULES = {
  PROTECT_MANAGEMENT_PATH: {
    name: 'Management interface protection',
    sentence:
      'Nothing is changed that the connection between this service and the device depends on: the addresses of both, the way between them, and the firewall rules and address lists that let it pass.',
  },
  MCP_LISTS_ONLY: {
    name: 'Address list protection',
    sentence: 'Only address lists whose names start with mcp- are changed.',
  },
  NO_OVERLAP: {
    name: 'Overlapping networks',
    sentence:
      'No address is added whose network overlaps with one that the device already has; this is answered with CONFLICT.',
  },
  PROTECT_DEFAULT_ROUTE: {
    name: 'Default route protection',
    sentence:
      'Default routes (0.0.0.0/0, ::/0 and whatever has a prefix shorter than /8) are not added, changed or removed.',
  },
  PROTECT_DYNAMIC: {
    name: 'Dynamic entry protection',
    sentence: 'Entries that the device made itself, such as those of DHCP, are not changed.',
  },
} as const satisfies Record<string, SafetyRule>;

export type SafetyRuleId = keyof typeof SAFETY_RULES;

export interface TouchedNetworks {
  /** The networks that the change is about. */
  readonly networks: readonly Cidr[];
  readonly interface?: string;
  /** What cannot be done, in a sentence. */
  readonly details?: string;
}

/** Throws UNSAFE_OPERATION where a change touches a network that an end of the management connection is in. */
export async function protectManagementPath(
  device: Device,
  touched: TouchedNetworks,
): Promise<void> {
  const { device: there, service: here } = await managementConnection(device);
  const ends = [...there, ...here];
  const cut = touched.networks.some((network) => ends.some((end) => contains(network, end)));
  if (!cut) return;
  throw unsafe(device, 'PROTECT_MANAGEMENT_PATH', {
    details: touched.details ?? 'Cannot modify what the management connection depends on',
    ...(touched.interface !== undefined && { interface: touched.interface }),
  });
}

/** Throws UNSAFE_OPERATION for an address list that does not belong to this service. */
export function requireMcpList(device: Device, list: string): void {
  if (/^mcp-./.test(list)) return;
  throw unsafe(device, 'MCP_LISTS_ONLY', {
    details: `Cannot modify address list '${oneLine(list)}': only lists named mcp-* may be changed`,
  });
}

/** Two halves are as much as a whole: what is shorter leads nearly everywhere. */
const SHORTEST = 8;

/** Throws UNSAFE_OPERATION for a route to everything, or nearly so. */
export function protectDefaultRoute(device: Device, dst: Cidr | string): void {
  const cidr = typeof dst === 'string' ? parseCidr(dst) : dst;
  if (cidr === undefined || cidr.prefix >= SHORTEST) return;
  const details = isDefaultRoute(cidr)
    ? 'Cannot change the default route'
    : `Cannot change a route whose prefix is shorter than /${SHORTEST}: it is as good as a default route`;
  throw unsafe(device, 'PROTECT_DEFAULT_ROUTE', { details });
}

/** Throws UNSAFE_OPERATION for a row that the device made itself. */
export function protectDynamic(
  device: Device,
  row: Readonly<Record<string, string>>,
  what: string,
): void {
  if (toBoolean(row['dynamic']) !== true) return;
  throw unsafe(device, 'PROTECT_DYNAMIC', {
    details: `Cannot modify ${what}: it is dynamic, the device made it itself`,
    ...(row['interface'] !== undefined && { interface: row['interface'] }),
  });
}

/** The failure for a broken rule. */
export function unsafe(
  device: Device,
  rule: SafetyRuleId,
  given: { readonly details: string; readonly interface?: string },
) {
  const { details, ...where } = given;
  return routeros.UNSAFE_OPERATION(
    { device_id: device.id, ...where, reason: SAFETY_RULES[rule].name, safety_rule: rule },
    { details },
  );
}
