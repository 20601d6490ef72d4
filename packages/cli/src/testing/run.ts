import pico from 'picocolors';
import { runCli } from '../run-cli.js';

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
  const code = await runCli(argv, {
    out: (text) => {
      out += text;
      onOut?.(out);
    },
    err: (text) => void (err += text),
    columns,
    colors: pico.createColors(colors),
    interactive: false,
  });
  return { code, out, err };
}
