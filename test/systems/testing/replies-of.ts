import type { Answer, Cell, System, World } from '@errata/prove';
import { ERRATA } from './errata.js';

/** How the provocations of a system start it: as users do. */
export const serving = (system: string) =>
  [process.execPath, ERRATA, 'serve', system] as const satisfies readonly string[];

/** A failure as it came over the wire. */
export interface WireFailure {
  readonly reply: Readonly<Record<string, unknown>>;
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Starts a system once and provokes every failure that it declares by its real cause: `REASON` or `REASON variant` → what came. */
export async function repliesOf<W extends World>(
  system: System<W>,
  cell: Cell,
): Promise<ReadonlyMap<string, WireFailure>> {
  const world = await system.open(cell);
  const replies = new Map<string, WireFailure>();
  try {
    const possible = system.provocations.filter((one) => one.impossible?.(cell) === undefined);
    const laneOf = ({ lane = 'main' }: (typeof possible)[number]) => lane;
    await Promise.all(
      [...new Set(possible.map(laneOf))].map(async (lane) => {
        for (const one of possible.filter((each) => laneOf(each) === lane)) {
          const name = one.variant === undefined ? one.reason : `${one.reason} ${one.variant}`;
          replies.set(name, read(await one.provoke(world, cell)));
        }
      }),
    );
  } finally {
    await world.close();
  }
  return replies;
}

/** The replies of a reason, of whatever cause; never none. */
export function ofReason(
  replies: ReadonlyMap<string, WireFailure>,
  reason: string,
): readonly WireFailure[] {
  const found = [...replies].flatMap(([name, reply]) =>
    name === reason || name.startsWith(`${reason} `) ? [reply] : [],
  );
  if (found.length === 0) throw new Error(`nothing provoked ${reason}`);
  return found;
}

function read({ text, message }: Answer): WireFailure {
  const reply = message as Record<string, unknown>;
  const error = reply['error'] as Omit<WireFailure, 'reply'> | undefined;
  if (error === undefined) throw new Error(`no JSON-RPC error: ${text}`);
  return { reply, code: error.code, message: error.message, data: error.data ?? {} };
}
