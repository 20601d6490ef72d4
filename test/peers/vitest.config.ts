import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../../', import.meta.url));

// eslint-disable-next-line no-restricted-syntax -- vitest reads the default export
export default defineConfig({
  root,
  resolve: {
    // The same as for the other tests: the source, never a stale build.
    alias: [
      { find: /^@errata\/(\w+)\/(\w+)$/, replacement: `${root}packages/$1/src/$2/index.ts` },
      { find: /^@errata\/(\w+)$/, replacement: `${root}packages/$1/src/index.ts` },
    ],
  },
  test: {
    include: ['test/peers/**/*.peer.ts'],
    globalSetup: ['test/setup/build.ts', 'test/peers/testing/prepare.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Most of the time is spent in processes that wait for each other.
    maxWorkers: 2,
  },
});
