import type { HttpWire } from '@errata/prove';
import { store, type Reply } from './store.js';
import type { Station } from './stations.js';
import type { ServedEra } from './gateway.js';

/** Who writes: users whom the gateways know. */
export const WRITERS = ['ann', 'ben', 'cleo'] as const;

const ERAS: readonly ServedEra[] = ['2025-11-25', '2026-07-28'];

/** What is written: of its own for each, so that what is there twice is seen. */
export const contentOf = (n: number): string => `drill-${n}`;

export interface WriterOptions {
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

/** One write. Every ninth goes where the policy lets nobody write, and is redirected. */
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
