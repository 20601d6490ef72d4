import type { OpenMemoryServer } from '@errata/engram/openmemory';
import type { Station } from './stations.js';

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
  { begin: (it) => it.setApiKey('another'), end: (it) => it.setApiKey(undefined) },
  { begin: (it) => it.answerNonsense('failure'), end: (it) => it.answerNonsense(undefined) },
];

export interface TroubleOptions {
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
