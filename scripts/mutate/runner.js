// Runs the tests of some folders again and again, each time with another mutant in place of a source file. The mutant is
// in memory only. A process of its own, because a mutant that never ends can only be killed.
import { createVitest } from 'vitest/node';

/** @typedef {{ tests: string[], testTimeout: number, order: string[] }} Setup */
/** @typedef {{ file: string, text: string }} Task */
/** @typedef {{ failed: string | undefined, milliseconds: number, slowest: number, order: string[] }} Outcome */

/** @type {Setup} */
const { tests, testTimeout, order } = JSON.parse(process.argv[2] ?? '');
/** @type {Task | undefined} */
let task;

const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: false,
    include: tests,
    reporters: [{}],
    silent: true,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout,
    // The same seed and number of runs as in `npm test`.
    setupFiles: ['test/setup/properties.ts'],
    env: { ERRATA_RUNS: process.env['ERRATA_RUNS'] ?? '100' },
    sequence: {
      sequencer: class {
        /** @template T @param {T} specs */
        shard = (specs) => specs;
        /** @template T @param {T} specs */
        sort = (specs) => specs;
      },
    },
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id === task?.file ? task.text : undefined),
      },
    ],
  },
);
const found = await vitest.globTestSpecifications();

/** The test of the changed file first, then the fastest. @param {Task | undefined} next */
function inOrder(next) {
  const own = next?.file.replace(/\.ts$/, '.test.ts');
  const rank = (/** @type {{ moduleId: string }} */ { moduleId }) =>
    moduleId === own ? -2 : order.indexOf(moduleId);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {Task | undefined} next @returns {Promise<Outcome>} */
async function run(next) {
  const touched = [task?.file, next?.file];
  task = next;
  for (const file of touched) if (file !== undefined) vitest.invalidateFile(file);
  const started = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(inOrder(next));
  const cases = testModules.flatMap((module) => [...module.children.allTests()]);
  const failed =
    cases.find((test) => test.result().state === 'failed')?.fullName ??
    testModules.find((module) => module.state() === 'failed')?.relativeModuleId ??
    (unhandledErrors.length > 0 ? 'an unhandled error' : undefined);
  return {
    failed,
    milliseconds: performance.now() - started,
    slowest: Math.max(0, ...cases.map((test) => test.diagnostic()?.duration ?? 0)),
    order: testModules
      .toSorted((a, b) => a.diagnostic().duration - b.diagnostic().duration)
      .map(({ moduleId }) => moduleId),
  };
}

// The parent decides when it ends; Ctrl-C reaches both.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {{ task?: Task }} */ message) => {
  const outcome = await run(message.task);
  process.send?.(outcome);
});
process.send?.('ready');
