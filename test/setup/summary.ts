import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(0)} s`;

/** Ends a run with one line: the command, its time, and every test that was left out for want of something, with what it needs. */
export function createSummary(command: string): Reporter {
  let started = 0;
  return {
    onTestRunStart() {
      started = Date.now();
    },
    onTestRunEnd(modules) {
      const left = modules.flatMap(leftOut);
      const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
      const failed = modules.flatMap((module) => [...module.children.allTests('failed')]).length;
      const rows = left.map((row) => `\n  ${row}`).join('');
      process.stdout.write(
        `${command}: ${passed} passed, ${failed} failed in ${seconds(Date.now() - started)}; ${left.length} left out${rows}\n`,
      );
    },
  };
}

/** A reason stands in the name, as `[needs root]`, or was given to `skip()`. Tests that a filter left out have none. */
function leftOut(module: TestModule): string[] {
  return [...module.children.allTests('skipped')].flatMap((test) => {
    const result = test.result();
    const note = result.state === 'skipped' ? result.note : undefined;
    const reason = note ?? /\[(needs [^\]]+)\]/.exec(test.fullName)?.[1];
    const name = test.fullName.replace(/ \[needs [^\]]+\]/, '');
    const file = relative(process.cwd(), module.moduleId);
    return reason === undefined ? [] : [`${file} › ${name}: ${reason}`];
  });
}
