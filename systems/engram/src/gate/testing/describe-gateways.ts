import { closing } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { openGateway, type GatewayOptions, type TestGateway } from './open-gateway.js';

/** Run the tests with the logbook on the database of this circle: SQLite in `npm test`, PostgreSQL in the drills. What they `open` is closed after each. */
export function describeGateways(
  name: string,
  tests: (
    open: (options?: GatewayOptions) => Promise<TestGateway>,
    createUrl: () => Promise<string>,
  ) => void,
): void {
  describeStoreOfCircle(name, ({ createUrl }) => {
    const close = closing();
    tests(
      async (options) => close(await openGateway({ url: await createUrl(), ...options })),
      createUrl,
    );
  });
}
