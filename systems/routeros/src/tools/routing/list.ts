import { z } from 'zod';
import { contains, isDefaultRoute, oneLine, parseCidr } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, limit, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import {
  describeRoute,
  ROUTE_MEMBERS,
  routeFacts,
  ROUTES,
  toRouteFacts,
  type RouteFacts,
} from './facts.js';

const destination = z
  .string()
  .refine(
    (text) => parseCidr(text)?.family === 4,
    'Valid IPv4 address or prefix (e.g., 192.0.2.1 or 192.0.2.0/24)',
  );

/** The IPv4 routes of a device. */
export const listRoutes = defineDeviceTool({
  name: 'routing/list',
  title: 'List routes',
  description:
    'List the IPv4 routes of a device. With dst as an address (192.0.2.1): the routes that cover it, the most specific first; ' +
    'as a prefix (192.0.2.0/24): the routes to exactly that. The total is told even where the list is cut.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    active_only: z.boolean().default(false).describe('Only routes that the device uses'),
    dst: destination.optional().describe('An address, or a prefix'),
    limit: limit(100_000, 100),
  }),
  output: z.strictObject({ ...deviceFacts, ...listed(routeFacts) }),
  async run({ active_only: activeOnly, dst, limit: atMost }, { device, router }) {
    const prefix = dst?.includes('/') ? toNetwork(dst) : undefined;
    const rows = await router.list(ROUTES, {
      '.proplist': ROUTE_MEMBERS,
      ...(prefix !== undefined && { 'dst-address': prefix }),
    });
    const found = rows.map(toRouteFacts).filter(({ active }) => active || !activeOnly);
    const routes = dst === undefined || prefix !== undefined ? found : covering(dst, found);
    const items = routes.slice(0, atMost);
    const active = routes.filter((route) => route.active).length;
    const asked = dst === undefined ? '' : ` to ${dst}`;
    return {
      text: describeListing({
        first: `Routes of ${device.id}${asked}: ${routes.length}, ${active} active${defaultOf(routes)}`,
        rows: items.map(describeRoute),
        total: routes.length,
        more: 'a higher limit, or a dst',
      }),
      facts: { device_id: device.id, total: routes.length, items },
    };
  },
});

/** `192.0.2.7/24` as the device writes it: `192.0.2.0/24`. */
function toNetwork(text: string): string | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return undefined;
  const host = BigInt(32 - cidr.prefix);
  const network = Number((cidr.address >> host) << host);
  const bytes = [24, 16, 8, 0].map((shift) => (network >>> shift) & 0xff);
  return `${bytes.join('.')}/${cidr.prefix}`;
}

/** The routes that cover an address, the most specific first. */
function covering(address: string, routes: readonly RouteFacts[]): RouteFacts[] {
  return routes
    .flatMap((route) => {
      const cidr = parseCidr(route.dst_address);
      return cidr !== undefined && contains(cidr, address) ? [{ route, prefix: cidr.prefix }] : [];
    })
    .sort((a, b) => b.prefix - a.prefix)
    .map(({ route }) => route);
}

function defaultOf(routes: readonly RouteFacts[]): string {
  const found = routes.find(({ active, dst_address: dst }) => {
    const cidr = active ? parseCidr(dst) : undefined;
    return cidr !== undefined && isDefaultRoute(cidr);
  });
  return found?.gateway ? `, default via ${oneLine(found.gateway)}` : '';
}
