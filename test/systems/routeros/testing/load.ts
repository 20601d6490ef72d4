import type { HttpWire } from '@errata/prove';
import type { SimulatedDevice } from '@errata/routeros/lab';
import { registration } from './agent.js';
import type { Canaries } from './canaries.js';
import { chooseCall } from './choose-call.js';
import { disturb } from './disturb.js';
import type { Lab } from './lab.js';
import { ERAS } from './numbers.js';
import { createRandom } from './random.js';
import { factsOf, readReply } from './reply.js';
import type { Service, Who } from './service.js';

export interface LoadOptions {
  readonly clients: number;
  /** Of each client. */
  readonly calls: number;
  readonly seed: number;
  /** Gets the passwords that are changed on the way. */
  readonly canaries: Canaries;
}

/** Devices that get most of the calls, and those at the end of the list that nobody disturbs. */
export const POPULAR = 5;
export const CALM = 3;

export const ADMIN: Who = { sub: 'ada', role: 'admin' };
const APPROVER: Who = { sub: 'bob', role: 'approver' };

export const idOf = (index: number): string => `dev-${String(index + 1).padStart(3, '0')}`;
export const maxConcurrentOf = (index: number): number => 1 + (index % 3);
/** Popular devices allow so little that they refuse calls on the slowest machine too. */
export const perMinuteOf = (index: number): number => (index < POPULAR ? 20 : 120);

/** Register all routers, from several sides at once. Three of four may be changed. */
export async function registerAll(service: Service, routers: readonly SimulatedDevice[]) {
  const wires = await Promise.all([0, 1, 2, 3].map(() => service.connect('2025-11-25', ADMIN)));
  await Promise.all(
    wires.map(async (wire, side) => {
      for (let index = side; index < routers.length; index += wires.length) {
        const calm = index >= routers.length - CALM;
        await factsOf(
          wire.callTool('registry/add', {
            ...registration(routers[index]!, idOf(index)),
            max_concurrent: maxConcurrentOf(index),
            requests_per_minute: calm ? 6000 : perMinuteOf(index),
            allow_advanced_writes: index % 4 !== 3,
            allow_firewall_writes: index % 4 !== 3,
            allow_professional_workflows: calm,
          }),
        );
      }
    }),
  );
  return wires;
}

/** The users that the clients belong to: most may write, some only read, some see a few devices only. */
function whoIs(client: number): Who {
  const sub = `user-${client}`;
  if (client % 5 === 3) return { sub, role: 'read_only' };
  if (client % 5 === 4) return { sub, role: 'ops_rw', devices: [0, 1, 2, 3, 4, 9, 19].map(idOf) };
  return { sub, role: 'ops_rw' };
}

/** All clients at once, each with calls of its own, while routers fail. Their wires, with everything that was answered. */
export async function runClients(
  service: Service,
  { routers }: Lab,
  { clients, calls, seed, canaries }: LoadOptions,
): Promise<readonly HttpWire[]> {
  const ids = routers.map((_, index) => idOf(index));
  const disturbance = disturb(routers.slice(0, -CALM), createRandom(seed), (router) =>
    canaries.addPassword(`${router.name}, changed`, router.username, router.password),
  );
  await disturbance.begin();
  const wires = await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      service.connect(ERAS[client % 2]!, whoIs(client)),
    ),
  );
  let answered = 0;
  await Promise.all(
    wires.map(async (wire, client) => {
      const random = createRandom(seed * 1000 + client);
      for (let count = 0; count < calls; count++) {
        const { tool, args } = chooseCall(random, ids, POPULAR);
        await wire.callTool(tool, args);
        if (++answered % 40 === 0) await disturbance.step();
      }
    }),
  );
  return wires;
}

/** Plans on the devices that nobody disturbs, made by one user and approved by another. Every token becomes a canary. */
export async function runPlans(
  service: Service,
  { routers }: Lab,
  { plans, canaries }: { readonly plans: number; readonly canaries: Canaries },
): Promise<{ readonly wires: readonly HttpWire[]; readonly statuses: readonly unknown[] }> {
  const [ada, bob] = await Promise.all([
    service.connect('2026-07-28', ADMIN),
    service.connect('2025-11-25', APPROVER),
  ]);
  const device_ids = routers.map((_, index) => idOf(index)).slice(-CALM);
  const statuses: unknown[] = [];
  for (let count = 1; count <= plans; count++) {
    const change = { dns_servers: [`203.0.113.${count}`] };
    const wanted = { kind: 'dns-ntp-rollout', description: 'Under load', device_ids, change };
    const { plan_id } = await factsOf(ada.callTool('plan/create', wanted));
    const approved = await factsOf(bob.callTool('plan/approve', { plan_id }));
    const approval_token = String(approved['approval_token']);
    canaries.add(`approval of ${String(plan_id)}`, approval_token);
    const applied = readReply(await ada.callTool('plan/apply', { plan_id, approval_token }));
    statuses.push(applied.facts?.['status'] ?? applied.failure?.reason);
  }
  return { wires: [ada, bob], statuses };
}
