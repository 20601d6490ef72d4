import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { RUN_FOLDER } from './test/setup/build.js';
import { createSummary } from './test/setup/summary.js';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const COMMANDS = { test: 'npm test', drill: 'npm run drills', peer: 'npm run peers' };

const PATIENCE = 900_000;

/** One circle of the suite: the files `*.<suffix>.ts`. */
export function defineCircle(suffix: keyof typeof COMMANDS) {
  const isDrill = suffix === 'drill';
  return defineConfig({
    resolve: {
      // Tests import the source. The programs that they start are built from it by `globalSetup`.
      alias: [
        { find: /^@errata\/testing$/, replacement: source('testing/index.ts') },
        { find: /^@errata\/testing\/([\w-]+)$/, replacement: source('testing/$1.ts') },
        { find: /^@errata\/([\w-]+)\/lab$/, replacement: source('systems/$1/lab/index.ts') },
        {
          find: /^@errata\/(routeros|engram|erlmcp|sql-fun)\/([\w-]+)$/,
          replacement: source('systems/$1/src/$2/index.ts'),
        },
        {
          find: /^@errata\/(routeros|engram|erlmcp|sql-fun)$/,
          replacement: source('systems/$1/src/index.ts'),
        },
        { find: /^@errata\/(\w+)\/([\w/-]+)$/, replacement: source('packages/$1/src/$2/index.ts') },
        { find: /^@errata\/(\w+)$/, replacement: source('packages/$1/src/index.ts') },
      ],
    },
    test: {
      globalSetup: [source('test/setup/build.ts')],
      // Loading every module again for each file took longer than most files. Tests clean up after themselves.
      isolate: false,
      // Tests make much that lives for a moment: with more space for it, less time goes into collecting it.
      execArgv: ['--max-semi-space-size=64'],
      reporters: ['default', createSummary(COMMANDS[suffix])],
      // A test that is left out has a reason, and one that passes has compared something.
      allowOnly: false,
      env: {
        // No test sees or changes what the user of this machine has stored, or leaves anything behind.
        TMPDIR: RUN_FOLDER,
        XDG_STATE_HOME: `${RUN_FOLDER}/state`,
        XDG_CACHE_HOME: `${RUN_FOLDER}/cache`,
        ERRATA_CIRCLE: suffix,
        // Servers under test fail on purpose; what they mask is not printed between the results.
        ERRATA_DEV: '0',
        ERRATA_RUNS: process.env['ERRATA_RUNS'] ?? (isDrill ? '1000' : '50'),
      },
      // Nobody waits this long for a test that works: it ends the ones that hang, on the busiest machine.
      testTimeout: PATIENCE,
      hookTimeout: PATIENCE,
      teardownTimeout: PATIENCE,
      expect: { poll: { timeout: PATIENCE }, requireAssertions: true },
      // Many tests wait for processes, sockets and disks: one worker per core would leave the cores half idle.
      maxWorkers: Math.max(4, availableParallelism()),
      include: [
        `{packages,systems,testing,test,scripts,bench}/**/*.${suffix}.ts`,
        // As in `npm test`, with twenty times as many runs of a property, and on PostgreSQL instead of SQLite.
        ...(isDrill ? ['{packages,systems,test}/**/*.{property,stores}.test.ts'] : []),
      ],
      exclude: ['**/node_modules/**', '**/dist/**'],
      setupFiles: [source('test/setup/properties.ts')],
    },
  });
}

export default defineCircle('test');
