import { z } from 'zod';
import { contains, isDefaultRoute, oneLine, parseCidr } from '../safety/addresses.js';
import { getTool, listTool } from './device-tools.js';
import { count, flag, joined, maybe, quoted, record, text, type RecordFacts } from './fields.js';
import { ipv4Network, limit, rowId } from './schemas.js';
import type { RouterosTool } from './tool.js';

const ROUTES = '/ip/route';

const route = record(
  {
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
  },
  (shown) => {
    const { gateway, distance, routing_table: table } = shown;
    const way = joined(
      ' ',
      `${shown.id} ${shown.dst_address}`,
      gateway !== null && `via ${gateway}`,
      distance !== null && `distance ${distance}`,
      table !== null && table !== 'main' && `in table ${table}`,
    );
    const state = shown.disabled ? 'disabled' : shown.active ? 'active' : 'inactive';
    return joined(', ', way, state, shown.dynamic && 'dynamic', quoted(shown.comment));
  },
);

type Route = RecordFacts<typeof route>;

/** The members that a route is made of: a full table is large, and the rest of it is not shown. */
const MEMBERS = '.id,dst-address,gateway,distance,routing-table,active,dynamic,disabled,comment';

/** The IPv4 routes of a device. */
export const listRoutes = listTool({
  name: 'routing/list',
  title: 'List routes',
  description:
    'List the IPv4 routes of a device. With dst as an address (192.0.2.1): the routes that cover it, the most specific first; ' +
    'as a prefix (192.0.2.0/24): the routes to exactly that prefix. total counts all routes, even if the list is shortened.',
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
    const target = dst === undefined ? '' : ` to ${dst}`;
    return `Routes of ${id}${target}: ${all.length}, ${active} active${defaultOf(all)}`;
  },
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
});

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

export const routingTools: readonly RouterosTool[] = [listRoutes, getRoute];
