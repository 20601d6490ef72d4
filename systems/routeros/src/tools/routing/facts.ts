import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toBoolean, toInteger } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';
import { whole } from '../schemas.js';

export const ROUTES = '/ip/route';

/** A route as results show it. */
export const routeFacts = z.strictObject({
  id: z.string(),
  dst_address: z.string(),
  gateway: z.string().nullable(),
  distance: whole.nullable(),
  routing_table: z.string().nullable(),
  active: z.boolean().describe('Whether the device uses it'),
  dynamic: z.boolean().describe('Made by the device itself: connected, DHCP, a routing protocol'),
  disabled: z.boolean(),
  comment: z.string().nullable(),
});

export type RouteFacts = z.output<typeof routeFacts>;

/** The members that a route is made of: a full table is large, and the rest of it is not shown. */
export const ROUTE_MEMBERS =
  '.id,dst-address,gateway,distance,routing-table,active,dynamic,disabled,comment';

export function toRouteFacts(row: Row): RouteFacts {
  return {
    id: row['.id'] ?? '',
    dst_address: row['dst-address'] ?? '',
    gateway: row['gateway'] ?? null,
    distance: toInteger(row['distance']) ?? null,
    routing_table: row['routing-table'] ?? null,
    active: toBoolean(row['active']) ?? false,
    dynamic: toBoolean(row['dynamic']) ?? false,
    disabled: toBoolean(row['disabled']) ?? false,
    comment: row['comment'] ?? null,
  };
}

/** `*1 0.0.0.0/0 via 10.0.0.1 distance 1, active`. */
export function describeRoute(route: RouteFacts): string {
  const via = route.gateway === null ? '' : ` via ${oneLine(route.gateway)}`;
  const distance = route.distance === null ? '' : ` distance ${route.distance}`;
  const table =
    route.routing_table === null || route.routing_table === 'main'
      ? ''
      : ` in table ${oneLine(route.routing_table)}`;
  const state = route.disabled ? 'disabled' : route.active ? 'active' : 'inactive';
  const kind = route.dynamic ? ', dynamic' : '';
  const note = route.comment ? `, "${oneLine(route.comment)}"` : '';
  return `${oneLine(route.id)} ${oneLine(route.dst_address)}${via}${distance}${table}, ${state}${kind}${note}`;
}
