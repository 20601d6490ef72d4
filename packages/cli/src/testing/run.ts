import { Command } from 'commander';
import { runCli } from '../run-cli.js';
import { createTerminal } from '../terminal.js';

/** What a command did, seen from outside. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly columns?: number;
  readonly colors?: boolean;
  /** Called with all that was written so far: a command that goes on can be used while it runs. */
  readonly onOut?: (out: string) => void;
}

/** Run the command line on a terminal that only remembers. */
export async function run(
  argv: readonly string[],
  { columns = 80, colors = false, onOut }: RunOptions = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const write = (text: string) => {
    out += text;
    onOut?.(out);
  };
  const terminal = createTerminal({
    stdout: { write, isTTY: colors, columns },
    stderr: { write: (text) => void (err += text) },
    env: {},
  });
  const code = await runCli(argv, terminal);
  return { code, out, err };
}

/** The flags of a command as they are parsed; nothing runs. */
export function parseFlags(
  addTo: (command: Command) => Command,
  argv: readonly string[],
): Record<string, unknown> {
  return addTo(new Command()).parse(argv, { from: 'user' }).opts();
}
