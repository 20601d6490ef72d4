import type { Era } from '@errata/core/era';
import { afterAll, beforeAll } from 'vitest';
import { openLab, type Lab, type Transport } from './lab.js';
import type { RawClient } from './raw-client.js';

/** The lab of a test file, open while its tests run. */
export interface LabInUse {
  readonly connect: Lab['connect'];
  /** A client for the tests of one group. */
  useClient(transport: Transport, era: Era): RawClient;
}

export function useLab(): LabInUse {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());
  return {
    connect: (...given) => lab.connect(...given),
    useClient(transport, era) {
      let client: RawClient;
      beforeAll(async () => {
        client = await lab.connect(transport, era);
      });
      return {
        era,
        ask: (message) => client.ask(message),
        tell: (message) => client.tell(message),
        close: () => client.close(),
      };
    },
  };
}
