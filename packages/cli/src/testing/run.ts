import pico from 'picocolors';
import { runCli } from '../run-cli.js';

/** What a command did, seen from outside. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Run the command line on a terminal that only remembers. */
export async function run(
  argv: readonly string[],
  { columns = 80, colors = false }: { columns?: number; colors?: boolean } = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const code = await runCli(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns,
    colors: pico.createColors(colors),
    interactive: false,
  });
  return { code, out, err };
}
