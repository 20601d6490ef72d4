import process from 'node:process';
import type { ExitCode } from '../../perform.js';
import type { Terminal } from '../../terminal.js';
import { untilInterrupted } from '../../until-interrupted.js';

/** What a simulator is given to talk to people. */
export interface SimulatorIo extends Pick<Terminal, 'out' | 'err'> {
  readonly input: NodeJS.ReadableStream;
  readonly signal: AbortSignal;
}

/** Run something that obeys the keyboard until it ends or is interrupted. */
export async function simulate(
  terminal: Terminal,
  run: (io: SimulatorIo) => Promise<number>,
): Promise<ExitCode> {
  try {
    const { value, interrupted } = await untilInterrupted((signal) =>
      run({ ...terminal, input: process.stdin, signal }),
    );
    return interrupted ?? (value === 0 ? 0 : 1);
  } finally {
    process.stdin.destroy();
  }
}
