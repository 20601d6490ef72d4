import { Mistake } from './mistake.js';

/** Something that can be typed while a simulator runs. */
export interface Command<T> {
  /** What is typed, with an example of its argument if it has one. */
  readonly usage: string;
  readonly help: string;
  /** Does it, and says what is so now. */
  run(target: T, argument: string): string | Promise<string>;
}

/** Run a command with what was typed after it; `before` is what stands in front of it. */
export async function runCommand<T>(
  { usage, run }: Command<T>,
  target: T,
  argument: string,
  before = '',
): Promise<string> {
  if (argument !== '' && !usage.includes(' ')) {
    const whole = before === '' ? '' : `: ${before}${usage}`;
    throw new Mistake(`"${usage}" stands alone${whole}`);
  }
  try {
    return await run(target, argument);
  } catch (error) {
    if (argument !== '' || !(error instanceof Mistake)) throw error;
    throw new Mistake(`${error.message}, such as ${before}${usage}`);
  }
}

/** The commands in a column, and what they do beside them. */
export function helpText(commands: readonly { usage: string; help: string }[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length)) + 2;
  return commands.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`).join('\n');
}
