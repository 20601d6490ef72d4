import { mkdirSync } from 'node:fs';
import { closing, temporaryFolder } from '@errata/testing';
import { readPidFile } from '../../src/daemon/runtime-folder.js';
import { startDaemon, type Daemon, type DaemonOptions } from '../../src/daemon/start-daemon.js';
import { dial, type Client } from './client.js';

/** The methods of the test worker. */
const METHODS = [
  ...['echo', 'busy', 'hold', 'exit', 'mistake', 'table', 'parameter', 'select_schema'],
];

/** Daemons in this process with the test worker, each in a runtime folder of its own, and clients of them. */
export function openingDaemons(program: () => string) {
  const close = closing();
  const path = temporaryFolder();
  const project = path('project');
  mkdirSync(project);
  let count = 0;
  const open = async (options: DaemonOptions = {}): Promise<Opened> => {
    const runtimeFolder = path(`run-${++count}`);
    const daemon = close(
      await startDaemon({ runtimeFolder, program: program(), methods: METHODS, ...options }),
    );
    const { token } = await readPidFile(runtimeFolder);
    const meet = async (): Promise<Client> => close(await dial(daemon.port));
    return {
      daemon,
      token,
      runtimeFolder,
      meet,
      async greet(hello = {}) {
        const client = await meet();
        const reply = await client.call('hello', { token, context: 'cli', project, ...hello });
        if (reply.error !== undefined) throw new Error(JSON.stringify(reply.error));
        return client;
      },
    };
  };
  return { open, path, project };
}

export interface Opened {
  readonly daemon: Daemon;
  readonly token: string;
  readonly runtimeFolder: string;
  /** A client that has said nothing yet. */
  meet(): Promise<Client>;
  /** A client that has said hello. */
  greet(hello?: object): Promise<Client>;
}
