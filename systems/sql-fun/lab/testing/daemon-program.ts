import process from 'node:process';
import { AlreadyRunning } from '../../src/daemon/runtime-folder.js';
import { startDaemon, type DaemonOptions } from '../../src/daemon/start-daemon.js';

const say = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

// A daemon in a process of its own; its options are JSON in its arguments.
try {
  const daemon = await startDaemon(JSON.parse(process.argv[2]!) as DaemonOptions);
  say({ event: 'listening', port: daemon.port });
  say({ event: 'closed', why: await daemon.closed });
} catch (error) {
  const { name, message } = error as Error;
  const { pid, port } = error instanceof AlreadyRunning ? error : {};
  say({ event: 'failed', name, message, pid, port });
  process.exitCode = 1;
}
