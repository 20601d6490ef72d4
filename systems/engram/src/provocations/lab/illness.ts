import type { Nonsense, OpenMemoryServer } from '../../openmemory/index.js';

/** Something that OpenMemory can have, and how it gets over it. */
export interface Illness {
  fall(): void | Promise<void>;
  heal(): void | Promise<void>;
}

/** It is switched off. */
export function stopped(openMemory: OpenMemoryServer): Illness {
  return { fall: () => openMemory.stop(), heal: () => openMemory.start() };
}

/** Somebody changed its key. */
export function rekeyed(openMemory: OpenMemoryServer): Illness {
  const { apiKey } = openMemory;
  return {
    fall: () => openMemory.setApiKey('another-key'),
    heal: () => openMemory.setApiKey(apiKey),
  };
}

/** It answers so late that nobody waits for it. */
export function slowed(openMemory: OpenMemoryServer): Illness {
  return { fall: () => openMemory.setDelay(20_000), heal: () => openMemory.setDelay(0) };
}

/** It answers what it does not mean. */
export function confused(openMemory: OpenMemoryServer, nonsense: Nonsense): Illness {
  return {
    fall: () => openMemory.answerNonsense(nonsense),
    heal: () => openMemory.answerNonsense(undefined),
  };
}

/** What comes of some work while OpenMemory is not well. */
export async function during<T>({ fall, heal }: Illness, work: () => Promise<T>): Promise<T> {
  await fall();
  try {
    return await work();
  } finally {
    await heal();
  }
}
