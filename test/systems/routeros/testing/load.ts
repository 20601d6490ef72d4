import { readFileSync } from 'node:fs';
import type { HttpWire } from '@errata/prove';
import type { SimulatedDevice } from '@errata/routeros/lab';
import { registration } from './agent.js';
import type { Lab, Service, Who } from './lab.js';
import { ERAS, type Facts, factsOf, readReply } from './reply.js';

/** Texts that must not be seen anywhere, by what they are. */
export class Canaries {
  readonly #known = new Map<string, string>();

  get size(): number {
    return this.#known.size;
  }

  add(name: string, secret: string): void {
    this.#known.set(secret, name);
  }

  /** In clear, and as it goes to a device. */
  addPassword(name: string, username: string, password: string): void {
    this.add(`password of ${name}`, password);
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    this.add(`authorization for ${name}`, basic.replaceAll('=', ''));
  }

  /** The whole of it would hide in a shortened one. */
  addToken(name: string, token: string): void {
    this.add(`signature of ${name}`, token.split('.').at(-1)!);
  }

  /** The names of those that a text has. */
  seenIn(text: string): readonly string[] {
    return [...this.#known].flatMap(([secret, name]) => (text.includes(secret) ? [name] : []));
  }

  seenInFile(path: string): readonly string[] {
    return this.seenIn(readFileSync(path, 'latin1'));
  }
}

const FIRST_OFF = 3;

/** Routers that fail by chance all the time, and a hand that switches, mutes and locks some of them. */
function disturb(
  routers: readonly SimulatedDevice[],
  random: Random,
  onPassword: (router: SimulatedDevice) => void,
) {
  for (const [index, router] of routers.entries()) {
    router.setChaos({ rate: 0.12, seed: index + 1, delay: 100 });
  }
  const off = new Set<SimulatedDevice>();
  const switchOff = async (router: SimulatedDevice): Promise<void> => {
    off.add(router);
    await router.stop();
  };
  let count = 0;
  return {
    /** One router is off before its first request. */
    begin: () => switchOff(routers[FIRST_OFF]!),
    /** Breaks or repairs something else. */
    async step() {
      const router = random.pick(routers);
      const way = count++ % 4;
      if (way === 0) router.acceptOnly(true);
      else if (way === 1) {
        router.setPassword(`changed-${count}-${router.password}`);
        onPassword(router);
      } else if (off.delete(router)) await router.start();
      else await switchOff(router);
    },
  };
}

interface Call {
  readonly tool: string;
  readonly args: Facts;
}

const READS = [
  'system/get-overview',
  'system/get-clock',
  'system/get-packages',
  'interface/list',
  'ip/list-addresses',
  'ip/get-arp',
  'dns/get-status',
  'routing/list',
  'firewall/list-rules',
  'dhcp/list-leases',
  'log/get-recent',
  'registry/get',
];

/** What one of many clients does next: mostly it reads, at times it writes, and some of it makes no sense. */
function chooseCall(random: Random, ids: readonly string[], popular: number): Call {
  // A few devices get a third of everything.
  const device_id = random.next() < 0.33 ? random.pick(ids.slice(0, popular)) : random.pick(ids);
  const kind = random.next();
  if (kind < 0.7) return { tool: random.pick(READS), args: { device_id } };
  if (kind < 0.88) return chooseWrite(random, device_id);
  if (kind < 0.94) return { tool: 'registry/list', args: { limit: 5 } };
  return random.pick<Call>([
    { tool: 'system/get-overview', args: { device_id: 'dev-unknown' } },
    { tool: 'dns/update-servers', args: { device_id, dns_servers: ['192.0.2.999'] } },
    { tool: 'firewall/update-address-list', args: { device_id, list: 'own', add: ['192.0.2.1'] } },
    { tool: 'plan/apply', args: { plan_id: 'plan-000000000000' } },
    { tool: 'ip/add-address', args: {} },
  ]);
}

function chooseWrite(random: Random, device_id: string): Call {
  const octet = 1 + Math.floor(random.next() * 250);
  return random.pick<Call>([
    { tool: 'dns/update-servers', args: { device_id, dns_servers: [`192.0.2.${octet}`] } },
    { tool: 'ntp/update-servers', args: { device_id, ntp_servers: [`192.0.2.${octet}`] } },
    { tool: 'system/set-identity', args: { device_id, identity: `router-${octet}` } },
    {
      tool: 'firewall/update-address-list',
      args: { device_id, list: 'mcp-load', add: [`198.51.100.${octet}`] },
    },
  ]);
}

interface LoadOptions {
  readonly clients: number;
  /** Of each client. */
  readonly calls: number;
  readonly seed: number;
  /** Gets the passwords that are changed on the way. */
  readonly canaries: Canaries;
}

/** Devices that get most of the calls, and those at the end of the list that stay undisturbed. */
const POPULAR = 5;
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

/** Plans on the undisturbed devices, made by one user and approved by another. Every token becomes a canary. */
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

/** A row of numbers that looks like chance and is the same for the same seed. */
interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  pick<T>(list: readonly T[]): T;
}

function createRandom(seed: number): Random {
  let state = seed * 2654435761;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: (list) => list[Math.floor(next() * list.length)]! };
}
