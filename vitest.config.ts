import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Helpers there clean up when the file ends that loaded them first. */
const ALONE = ['test/scenarios/**/*.test.ts', 'packages/edges/src/tcp/**/*.test.ts'];

export default defineConfig({
  resolve: {
    // Tests run against the source, so that a stale build can never make them pass.
    alias: [
      {
        find: /^@errata\/(routeros|engram|erlmcp|sql-fun)\/([\w-]+)$/,
        replacement: source('systems/$1/src/$2/index.ts'),
      },
      {
        find: /^@errata\/(routeros|engram|erlmcp|sql-fun)$/,
        replacement: source('systems/$1/src/index.ts'),
      },
      { find: /^@errata\/(\w+)\/([\w-]+)$/, replacement: source('packages/$1/src/$2/index.ts') },
      { find: /^@errata\/(\w+)$/, replacement: source('packages/$1/src/index.ts') },
    ],
  },
  test: {
    testTimeout: 180_000,
    // Much of it waits for processes, sockets and disks: one worker per core but one would leave this half idle.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{packages,systems,test,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...ALONE],
          // Loading everything anew for each file took longer than most files; they clean up after themselves.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
    ],
  },
});
