import { DatabaseSync } from '@photostructure/sqlite';
import type { Nonsense, OpenMemoryServer } from '../../src/openmemory/index.js';

type Step = () => void | Promise<void>;

/** A failure of OpenMemory: how it begins, and how it ends. */
export type Illness = (openMemory: OpenMemoryServer) => readonly [fall: Step, heal: Step];

export const stopped: Illness = (it) => [() => it.stop(), () => it.start()];

/** Its key was changed. */
export const rekeyed: Illness = (it) => {
  const { apiKey } = it;
  return [() => it.setApiKey('another-key'), () => it.setApiKey(apiKey)];
};

/** It answers after every timeout. */
export const slowed: Illness = (it) => [() => it.setDelay(20_000), () => it.setDelay(0)];

/** It sends a wrong answer. */
export const confused =
  (nonsense: Nonsense): Illness =>
  (it) => [() => it.answerNonsense(nonsense), () => it.answerNonsense(undefined)];

/** The result of some work while OpenMemory fails. */
export async function during<T>(
  illness: Illness,
  openMemory: OpenMemoryServer,
  work: () => Promise<T>,
): Promise<T> {
  const [fall, heal] = illness(openMemory);
  await fall();
  try {
    return await work();
  } finally {
    await heal();
  }
}

type Database = InstanceType<typeof DatabaseSync>;

/** Work on a SQLite file as another program would, beside the one that has it open. */
export async function inDatabase<T>(
  path: string,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 5000');
    return await work(database);
  } finally {
    database.close();
  }
}

/** Hold the lock on writing for as long as the work takes. */
export function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  return inDatabase(path, async (database) => {
    database.exec('begin exclusive');
    return work();
  });
}
