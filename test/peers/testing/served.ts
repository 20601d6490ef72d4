import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from './child.js';
import { fixture, referenceServers } from './peers.js';

/** A server with something to work on, and a call that it does well. */
export interface WorkingServer {
  readonly name: 'everything' | 'filesystem' | 'memory' | 'fastmcp';
  readonly command: Command;
  readonly call: { readonly name: string; readonly args: Record<string, unknown> };
}

/** A folder of its own for each test file; what is in it goes with it. */
export async function createWorkspace(): Promise<{
  readonly folder: string;
  readonly servers: readonly WorkingServer[];
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-peers-'));
  const file = join(folder, 'greeting.txt');
  await writeFile(file, 'Good morning\n');
  const entity = { type: 'entity', name: 'Ada', entityType: 'person', observations: ['counts'] };
  const memory = join(folder, 'memory.jsonl');
  await writeFile(memory, `${JSON.stringify(entity)}\n`);
  return {
    folder,
    servers: [
      {
        name: 'everything',
        command: referenceServers.everything(),
        call: { name: 'get-sum', args: { a: 2, b: 3 } },
      },
      {
        name: 'filesystem',
        command: referenceServers.filesystem(folder),
        call: { name: 'read_text_file', args: { path: file } },
      },
      {
        name: 'memory',
        command: referenceServers.memory(memory),
        call: { name: 'read_graph', args: {} },
      },
      {
        name: 'fastmcp',
        command: fixture('fastmcp-server.js'),
        call: { name: 'add', args: { a: 2, b: 3 } },
      },
    ],
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The same command with our edge before it. */
export function behindStdio(command: Command): Command {
  return front('front-stdio.js', command);
}

export function behindHttp(command: Command): Command {
  return front('front-http.js', command);
}

function front(name: string, { command, args, env }: Command): Command {
  return { ...fixture(name, [command, ...args]), ...(env && { env }) };
}

/** The command, which first says which process it is: for who wants to kill it, and cannot see it behind an edge. */
export function writingPid({ command, args, env }: Command, file: string): Command {
  const script = 'echo $$ > "$0"; exec "$@"';
  return { command: 'sh', args: ['-c', script, file, command, ...args], ...(env && { env }) };
}
