import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(0)} s`;

/**
 * Ends a run with one line: the command, its time, and every test that was left out, with what it needs. A test that is left out
 * without a reason fails the run.
 */
export function createSummary(command: string): Reporter {
  let vitest: Vitest | undefined;
  let started = 0;
  return {
    onInit(opened) {
      vitest = opened;
    },
    onTestRunStart() {
      started = Date.now();
    },
    async onTestRunEnd(modules) {
      const took = seconds(Date.now() - started);
      const count = (state: 'passed' | 'failed') =>
        modules.flatMap((module) => [...module.children.allTests(state)]).length;
      const unloaded = modules.filter(isUnloaded).map(fileOf);
      const left = modules.flatMap((module) => leftOut(module, vitest?.config.testNamePattern));
      const all = (await vitest?.globTestSpecifications())?.length ?? modules.length;
      const rows = [
        ...unloaded.map((file) => `${file}: could not be loaded`),
        ...left.map(
          ({ test, needs }) =>
            `${nameOf(test)}: ${needs ?? 'left out without a reason, so the run fails; end its name with [needs …]'}`,
        ),
      ];
      if (left.some(({ needs }) => needs === undefined)) process.exitCode = 1;
      const files = modules.length < all ? ` (${modules.length} of ${all} files)` : '';
      const nothing = count('passed') + count('failed') === 0 ? '; no test was run' : '';
      process.stdout.write(
        `${command}${files}: ${count('passed')} passed, ${count('failed')} failed in ${took}; ` +
          `${left.length} left out${nothing}${rows.map((row) => `\n  ${row}`).join('')}\n`,
      );
    },
  };
}

interface LeftOut {
  readonly test: TestCase;
  /** Is in the name, as `[needs root]`, or was given to `skip()`. */
  readonly needs: string | undefined;
}

/** Without those that `-t` left out. */
function leftOut(module: TestModule, pattern: RegExp | undefined): LeftOut[] {
  return [...module.children.allTests('skipped')]
    .filter((test) => pattern?.test(test.fullName.replaceAll(' > ', ' ')) ?? true)
    .map((test) => {
      const result = test.result();
      const note = result.state === 'skipped' ? result.note : undefined;
      return { test, needs: note ?? /\[(needs [^\]]+)\]/.exec(test.fullName)?.[1] };
    });
}

const isUnloaded = (module: TestModule): boolean =>
  module.state() === 'failed' && [...module.children.allTests('failed')].length === 0;

const fileOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);

const nameOf = (test: TestCase): string =>
  `${fileOf(test.module)} › ${test.fullName.replace(/ \[needs [^\]]+\]/, '')}`;
