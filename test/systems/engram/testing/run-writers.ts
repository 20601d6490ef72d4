import type { OpenMemoryServer } from '@errata/engram/openmemory';
import type { HttpWire } from '@errata/prove';
import { KEY, type Gateway, type ServedEra } from './lab.js';
import { type Reply, store } from './store.js';

/** Who writes: users whom the gateways know. */
export const WRITERS = ['ann', 'ben', 'cleo'] as const;

const ERAS: readonly ServedEra[] = ['2025-11-25', '2026-07-28'];

/** Each text has a word of its own: what is stored twice is seen, and no server takes two for the same. */
export const contentOf = (n: number): string => `drillwrite${n}`;

interface WriterOptions {
  readonly stations: readonly Station[];
  readonly clients: number;
  /** Writes in all. */
  readonly writes: number;
  /** Hears of each call that is over, and of how many are. */
  readonly onOver: (over: number) => void;
}

/** So many writes from all clients at once, each sent once whatever becomes of it. What was replied, by number. */
export async function runWriters(options: WriterOptions): Promise<ReadonlyMap<number, Reply>> {
  const { stations, clients, writes, onOver } = options;
  const replies = new Map<number, Reply>();
  let next = 0;
  const client = async (number: number): Promise<void> => {
    const station = stations[number % stations.length]!;
    const era = ERAS[number % ERAS.length]!;
    let wire: HttpWire | undefined;
    while (next < writes) {
      const n = next++;
      wire ??= await connect(station, era);
      const reply = await store(wire, argumentsOf(n));
      replies.set(n, reply);
      onOver(replies.size);
      if (reply.kind === 'lost') wire = undefined;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return replies;
}

/** One write. Every ninth goes where the policy allows no writes, and is redirected. */
export function argumentsOf(n: number): object {
  return {
    content: contentOf(n),
    actor: WRITERS[n % WRITERS.length],
    ...(n % 9 === 0 && { target_space: 'team:drill' }),
  };
}

/** The gateway may fall during the handshake, too. */
async function connect(station: Station, era: ServedEra): Promise<HttpWire> {
  for (;;) {
    const gateway = await station.current();
    try {
      return await gateway.connect(era);
    } catch (error) {
      if (gateway === (await station.current())) throw error;
    }
  }
}

type Station = ReturnType<typeof createStation>;

/** A slot for a gateway: when one is killed, the next one is started. */
export function createStation(start: () => Promise<Gateway>) {
  let current = start();
  let killed = 0;
  return {
    /** The one that runs, or the next one. */
    current: () => current,
    /** How many were killed here. */
    get killed() {
      return killed;
    },
    /** Kill it, and start another. */
    async replace(): Promise<void> {
      const fallen = await current;
      // A client that lost it must not get it again.
      current = fallen.kill().then(start);
      killed++;
      await current;
    },
  };
}

type Act = (openMemory: OpenMemoryServer) => unknown;

interface Trouble {
  readonly begin: Act;
  readonly end: Act;
  /** OpenMemory stores what it does not say it has: a gateway is to fall while that is so. */
  readonly silent?: true;
}

/** What befalls OpenMemory, one after another. */
const TROUBLES: readonly Trouble[] = [
  { begin: (it) => it.setDelay(50), end: (it) => it.setDelay(0), silent: true },
  { begin: (it) => it.stop(), end: (it) => it.start() },
  { begin: (it) => it.cutBodies(true), end: (it) => it.cutBodies(false), silent: true },
  { begin: (it) => it.failWith(429), end: (it) => it.failWith(undefined) },
  { begin: (it) => it.fill(), end: (it) => it.unfill() },
  {
    begin: (it) => it.answerNonsense('text'),
    end: (it) => it.answerNonsense(undefined),
    silent: true,
  },
  { begin: (it) => it.setApiKey('another'), end: (it) => it.setApiKey(KEY) },
  { begin: (it) => it.answerNonsense('failure'), end: (it) => it.answerNonsense(undefined) },
];

interface TroubleOptions {
  readonly openMemory: OpenMemoryServer;
  readonly stations: readonly Station[];
  readonly writes: number;
}

/** Trouble as the writes go on: OpenMemory gets worse, is well again, and a gateway is killed. */
export function planTroubles({ openMemory, stations, writes }: TroubleOptions) {
  let kills = 0;
  const kill = () => stations[kills++ % stations.length]!.replace();
  const steps = TROUBLES.flatMap(({ begin, end, silent }) => [
    () => begin(openMemory),
    ...(silent === true ? [kill] : []),
    () => end(openMemory),
    // Who has just started has no reason yet to leave OpenMemory alone.
    kill,
  ]);
  let taken = 0;
  let inHand: Promise<unknown> = Promise.resolve();
  return {
    /** To be told how many writes are over. */
    onOver(over: number) {
      const due = Math.floor((over * (steps.length + 1)) / writes);
      for (; taken < Math.min(due, steps.length); taken++) inHand = inHand.then(steps[taken]);
    },
    /** Settles when all that was begun is done; whether that was all. */
    async over(): Promise<boolean> {
      await inHand;
      return taken === steps.length;
    },
  };
}
