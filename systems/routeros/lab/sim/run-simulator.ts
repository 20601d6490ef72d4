import { runConsole, type RunIo } from '@errata/upstream/simulator';
import { HELP, introduce, obey } from './console.js';
import { startSimulator } from './start-simulator.js';

export interface RunOptions {
  readonly devices: number;
  /** Of the first device. Default: free ones. */
  readonly port?: number;
  readonly host?: string;
  readonly username?: string;
  readonly password?: string;
  readonly version?: string;
  readonly seed?: number;
}

/** Start routers, tell how to reach them, and let them be broken from the keyboard. The exit code. */
export function runSimulator({ port, ...options }: RunOptions, io: RunIo): Promise<number> {
  return runConsole(
    {
      name: 'The simulator',
      start: () => startSimulator({ ...options, ...(port !== undefined && { ports: port }) }),
      introduce: ({ devices }) => introduce(devices),
      help: HELP,
      obey,
    },
    io,
  );
}
