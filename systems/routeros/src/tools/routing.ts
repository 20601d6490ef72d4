import { z } from 'zod';
import { contains, isDefaultRoute, oneLine, parseCidr } from '../safety/addresses.js';
import { getTool, listTool } from './device-tools.js';
import { count, flag, maybe, record, text, type Facts } from './fields.js';
import { ipv4Network, limit, rowId } from './schemas.js';
import type { Tool } from './tool.js';

const ROUTES = '/ip/route';

const route = record({
  id: text('.id'),
  dst_address: text('dst-address'),
  gateway: maybe('gateway'),
  distance: count('distance'),
  routing_table: maybe('routing-table'),
  active: flag('active').describe('Whether the device uses it'),
  dynamic: flag('dynamic').describe(
    'Made by the device itself: connected, DHCP, a routing protocol',
  ),
  disabled: flag('disabled'),
  comment: maybe('comment'),
});

type Route = Facts<typeof route>;

/** The members that a route is made of: a full table is large, and the rest of it is not shown. */
const MEMBERS = '.id,dst-address,gateway,distance,routing-table,active,dynamic,disabled,comment';

/** The IPv4 routes of a device. */
export const listRoutes = listTool({
  name: 'routing/list',
  title: 'List routes',
  description:
    'List the IPv4 routes of a device. With dst as an address (192.0.2.1): the routes that cover it, the most specific first; ' +
    'as a prefix (192.0.2.0/24): the routes to exactly that. The total is told even where the list is cut.',
  input: {
    active_only: z.boolean().default(false).describe('Only routes that the device uses'),
    dst: ipv4Network.optional().describe('An address, or a prefix'),
    limit: limit(100_000, 100),
  },
  menu: ROUTES,
  query({ dst }) {
    const prefix = dst?.includes('/') ? toNetwork(dst) : undefined;
    return { '.proplist': MEMBERS, ...(prefix !== undefined && { 'dst-address': prefix }) };
  },
  item: route,
  select(all, { active_only: activeOnly, dst }) {
    const found = all.filter(({ active }) => active || !activeOnly);
    return dst === undefined || dst.includes('/') ? found : covering(dst, found);
  },
  first({ id, args: { dst }, all }) {
    const active = all.filter((one) => one.active).length;
    const asked = dst === undefined ? '' : ` to ${dst}`;
    return `Routes of ${id}${asked}: ${all.length}, ${active} active${defaultOf(all)}`;
  },
  line: describeRoute,
  more: 'a higher limit, or a dst',
});

/** One route. */
export const getRoute = getTool({
  name: 'routing/get',
  title: 'Get a route',
  description: 'Show one IPv4 route of a device by its id. Use routing/list with dst to find it.',
  input: { route_id: rowId },
  read: (router, { route_id: id }) => router.get(ROUTES, id),
  item: route,
  text: ({ device_id: id, ...facts }) => `${id}: ${describeRoute(facts)}`,
});

/** `*1 0.0.0.0/0 via 10.0.0.1 distance 1, active`. */
function describeRoute(shown: Route): string {
  const via = shown.gateway === null ? '' : ` via ${oneLine(shown.gateway)}`;
  const distance = shown.distance === null ? '' : ` distance ${shown.distance}`;
  const table =
    shown.routing_table === null || shown.routing_table === 'main'
      ? ''
      : ` in table ${oneLine(shown.routing_table)}`;
  const state = shown.disabled ? 'disabled' : shown.active ? 'active' : 'inactive';
  const kind = shown.dynamic ? ', dynamic' : '';
  const note = shown.comment ? `, "${oneLine(shown.comment)}"` : '';
  return `${oneLine(shown.id)} ${oneLine(shown.dst_address)}${via}${distance}${table}, ${state}${kind}${note}`;
}

/** `192.0.2.7/24` as the device writes it: `192.0.2.0/24`. */
function toNetwork(given: string): string | undefined {
  const cidr = parseCidr(given);
  if (cidr === undefined) return undefined;
  const host = BigInt(32 - cidr.prefix);
  const network = Number((cidr.address >> host) << host);
  const bytes = [24, 16, 8, 0].map((shift) => (network >>> shift) & 0xff);
  return `${bytes.join('.')}/${cidr.prefix}`;
}

/** The routes that cover an address, the most specific first. */
function covering(address: string, routes: readonly Route[]): Route[] {
  return routes
    .flatMap((one) => {
      const cidr = parseCidr(one.dst_address);
      return cidr !== undefined && contains(cidr, address) ? [{ one, prefix: cidr.prefix }] : [];
    })
    .sort((a, b) => b.prefix - a.prefix)
    .map(({ one }) => one);
}

function defaultOf(routes: readonly Route[]): string {
  const found = routes.find(({ active, dst_address: dst }) => {
    const cidr = active ? parseCidr(dst) : undefined;
    return cidr !== undefined && isDefaultRoute(cidr);
  });
  return found?.gateway ? `, default via ${oneLine(found.gateway)}` : '';
}

export const routingTools: readonly Tool[] = [listRoutes, getRoute];
