import type { Era } from '@errata/core';
import { afterAll, beforeAll } from 'vitest';
import { openLab, type Lab, type Transport } from './lab.js';
import type { RawClient } from './raw-client.js';

/** The lab of a test file, open while its tests run. */
export interface LabInUse {
  readonly connect: Lab['connect'];
  /** A client for the tests of one group. */
  useClient(transport: Transport, era: Era): RawClient;
}

/** Milliseconds for what builds a program, and for what lets calls finish that a failed test has left. */
const PATIENCE = 120_000;

export function useLab(): LabInUse {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  }, PATIENCE);
  afterAll(() => lab.close(), PATIENCE);
  return {
    connect: (...given) => lab.connect(...given),
    useClient(transport, era) {
      let client: RawClient;
      beforeAll(async () => {
        client = await lab.connect(transport, era);
      }, PATIENCE);
      return {
        era,
        ask: (message) => client.ask(message),
        tell: (message) => client.tell(message),
        close: () => client.close(),
      };
    },
  };
}
