import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import { parseCidr } from '../../safety/addresses.js';
import { protectDefaultRoute, protectManagementPath } from '../../safety/rules.js';
import { type ChangeKind, comment, network } from './change-kind.js';
import {
  idOf,
  isSame,
  markOf,
  NOT_THERE,
  pick,
  quoted,
  removeMarked,
  rowIn,
  verifyAdded,
  verifyRemoved,
} from './rows.js';

/** A static route to add or remove. */
export const staticRouteChange = z
  .strictObject({
    action: z.enum(['add', 'remove']),
    dst_address: network.describe('Destination network, e.g. 192.0.2.0/24'),
    gateway: z
      .string()
      .regex(/^[A-Za-z0-9_.:%-]{1,64}$/, 'IP address or interface name of the gateway')
      .optional()
      .describe('Needed to add; to remove, only where there are several routes'),
    distance: z.int().min(1).max(255).optional(),
    comment: comment.optional(),
  })
  .refine((change) => change.action === 'remove' || change.gateway !== undefined, {
    path: ['gateway'],
    message: 'A route that is added needs a gateway',
  });

export type StaticRouteChange = z.output<typeof staticRouteChange>;

const WRITABLE = [
  'dst-address',
  'gateway',
  'distance',
  'comment',
  'disabled',
  'check-gateway',
  'pref-src',
  'routing-table',
  'scope',
  'target-scope',
  'blackhole',
];
const IDENTITY = ['dst-address', 'gateway', 'distance'];

/** Plans of the kind `static-route`. */
export const staticRoute: ChangeKind<StaticRouteChange> = {
  kind: 'static-route',
  schema: staticRouteChange,
  members: Object.keys(staticRouteChange.shape),
  flag: 'allow_routing_writes',

  describe({ action, dst_address, gateway, distance, comment }) {
    const via = gateway === undefined ? '' : ` via ${gateway}`;
    const far = distance === undefined ? '' : ` distance=${distance}`;
    return `${action} route ${dst_address}${via}${far}${quoted(comment)}`;
  },

  async check(router, change) {
    protectDefaultRoute(router.device, change.dst_address);
    await protectWayBack(router, change);
    const rows = await staticRows(router, change);
    if (change.action === 'remove') onlyOne(router, change, rows);
    else if (rows.length > 0) throw taken(router, change);
  },

  async snapshot(router, { change }) {
    const rows = await staticRows(router, change);
    return change.action === 'add' ? { rows } : { route: onlyOne(router, change, rows) };
  },

  async apply(router, wanted, before) {
    const { change } = wanted;
    if (change.action === 'remove') {
      await router.remove(menuOf(change), idOf(rowIn(before, 'route')));
      return;
    }
    await router.create(menuOf(change), { ...routeOf(change), comment: markOf(wanted) });
  },

  async verify(router, wanted, before) {
    const { change } = wanted;
    if (change.action === 'add') {
      const added = { menu: menuOf(change), mark: markOf(wanted), wanted: routeOf(change) };
      return { rows: await verifyAdded(router, added, ROUTE) };
    }
    const rows = await staticRows(router, change);
    verifyRemoved(router, rowIn(before, 'route'), rows, ROUTE);
    return { rows };
  },

  async undo(router, wanted, before) {
    const { change } = wanted;
    const { what } = ROUTE;
    const menu = menuOf(change);
    if (change.action === 'add') return removeMarked(router, { menu, what, mark: markOf(wanted) });
    const route = rowIn(before, 'route');
    const rows = await staticRows(router, change);
    if (rows.some((row) => isSame(row, route, IDENTITY))) return [];
    const run = () => router.create(menu, pick(route, WRITABLE));
    return [{ what, expected: describeRoute(route), actual: NOT_THERE, run }];
  },
};

const ROUTE = { what: 'static route', look: 'routing/list', describe: describeRoute };

function routeOf({ dst_address, gateway, distance }: StaticRouteChange): Row {
  return {
    'dst-address': dst_address,
    ...(gateway !== undefined && { gateway }),
    ...(distance !== undefined && { distance: String(distance) }),
  };
}

function describeRoute(row: Row): string {
  const { 'dst-address': dst = '', gateway = '', distance } = row;
  return `${dst} via ${gateway}${distance === undefined ? '' : ` distance=${distance}`}`;
}

function menuOf({ dst_address }: StaticRouteChange): string {
  return parseCidr(dst_address)?.family === 6 ? '/ipv6/route' : '/ip/route';
}

/** A route to the management address, or to where this service is, decides whether answers arrive. */
async function protectWayBack({ device }: Router, change: StaticRouteChange): Promise<void> {
  const dst = parseCidr(change.dst_address);
  if (dst === undefined) return;
  const details = `Cannot ${change.action} a route to ${change.dst_address}: the management connection depends on it`;
  await protectManagementPath(device, { networks: [dst], details });
}

/** The static routes to the same network; of these, those of the gateway where one is removed. */
async function staticRows(router: Router, change: StaticRouteChange): Promise<readonly Row[]> {
  const rows = await router.list(menuOf(change), { 'dst-address': change.dst_address });
  return rows.filter(
    (row) =>
      row['dynamic'] !== 'true' &&
      (change.action === 'add' ||
        change.gateway === undefined ||
        row['gateway'] === change.gateway),
  );
}

function onlyOne({ device }: Router, change: StaticRouteChange, rows: readonly Row[]): Row {
  const [row, second] = rows;
  if (row !== undefined && second === undefined) return row;
  const via = change.gateway === undefined ? '' : ` via ${change.gateway}`;
  throw routeros.CONFLICT(
    { device_id: device.id },
    {
      details:
        row === undefined
          ? `Device '${device.id}' has no static route to ${change.dst_address}${via}`
          : `Device '${device.id}' has ${rows.length} static routes to ${change.dst_address}${via}: name the gateway`,
      suggestion: 'Use routing/list to see the routes of the device',
    },
  );
}

function taken({ device }: Router, change: StaticRouteChange) {
  return routeros.CONFLICT(
    { device_id: device.id },
    {
      details: `Device '${device.id}' already has a static route to ${change.dst_address}`,
      suggestion: 'Use routing/list to see it',
    },
  );
}
