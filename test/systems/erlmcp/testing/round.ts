import type { Tool } from '@errata/kit';

/** Coprime to every number of calls that is not its multiple: each is met once, and no two neighbours follow each other. */
const STRIDE = 7919;

/** Calls of one round wait for each other; when all are there, they are answered in an order of its own. */
export function createRound(): Tool<{ round: string; of: number; text: string }> {
  const rounds = new Map<string, (() => void)[]>();
  return {
    name: 'round',
    run: ({ round, of, text }) =>
      new Promise((resolve) => {
        const waiting = rounds.get(round) ?? [];
        rounds.set(round, waiting);
        waiting.push(() => resolve(text));
        if (waiting.length < of) return;
        rounds.delete(round);
        waiting.forEach((_, index) => waiting[(index * STRIDE) % of]!());
      }),
  };
}
