import type { Command } from 'commander';
import { portOption } from '../../port-option.js';
import { UsageError } from '../../usage-error.js';

/** How a system is reached; every system has these. */
export interface TransportFlags {
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly trustEverybody?: boolean;
}

/** The flags that make sense on one of the transports only. */
export interface FlagsByTransport<F> {
  readonly http: readonly (keyof F & string)[];
  readonly stdio?: readonly (keyof F & string)[];
}

export function addTransportOptions(command: Command): Command {
  return command
    .option('--stdio', 'on standard input and output; the default')
    .option('--http', 'as Streamable HTTP, at /mcp')
    .addOption(portOption('with --http; a free one unless told'))
    .option('--host <address>', 'with --http; 127.0.0.1 unless told');
}

/** One transport is chosen, and no flag is given that only the other one has. */
export function assertTransport<F extends TransportFlags>(
  flags: F,
  { http, stdio = [] }: FlagsByTransport<F>,
): void {
  if (flags.stdio === true && flags.http === true) {
    throw new UsageError('--stdio and --http are two ways to serve: choose one');
  }
  const [others, way] = flags.http === true ? [stdio, '--stdio'] : [http, '--http'];
  const lost = others.find((name) => flags[name] !== undefined);
  if (lost !== undefined) throw new UsageError(`${toFlag(lost)} goes with ${way}`);
}

/** `trustEverybody` as it is typed. */
function toFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
