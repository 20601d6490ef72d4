import { closing } from '@errata/system/testing';
import { describeStores } from '@errata/store/testing';
import { openGateway, type GatewayOptions, type TestGateway } from './open-gateway.js';

/** Run the same tests with the logbook on SQLite and on PostgreSQL. What they `open` is closed after each. */
export function describeGateways(
  name: string,
  tests: (
    open: (options?: GatewayOptions) => Promise<TestGateway>,
    createUrl: () => Promise<string>,
  ) => void,
): void {
  describeStores(name, ({ createUrl }) => {
    const close = closing();
    tests(
      async (options) => close(await openGateway({ url: await createUrl(), ...options })),
      createUrl,
    );
  });
}
