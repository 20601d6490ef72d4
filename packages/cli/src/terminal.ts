import pico from 'picocolors';

/** Where a command writes to. Streams and settings are parameters, so that tests need no process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Width of the screen; 80 where there is none. */
  readonly columns: number;
  readonly colors: ReturnType<typeof pico.createColors>;
}

export interface ProcessLike {
  readonly stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Colours only on a terminal, and never where NO_COLOR is set. */
export function createTerminal({ stdout, stderr, env }: ProcessLike): Terminal {
  const colorful =
    stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: Math.max(40, stdout.columns ?? 80),
    colors: pico.createColors(colorful),
  };
}
