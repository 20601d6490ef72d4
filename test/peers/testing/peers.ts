import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildCommand, runChild } from './child.js';
import { peersFolder } from './installed.js';

const modules = `${peersFolder}node_modules/`;
const scope = `${modules}@modelcontextprotocol/`;

/** The Node that peers run on: some need 22 and more, and the one from npm is the same everywhere. */
function peerNode(): string {
  const packaged = `${modules}node-linux-${process.arch}/bin/node`;
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  throw new Error(`The peers need Node 22 or newer, and npm has none for ${process.arch} here`);
}

/** The official reference servers, each as the command that starts it over stdio. */
export const referenceServers = {
  everything: (): ChildCommand => bin('server-everything/dist/index.js', ['stdio']),
  filesystem: (folder: string): ChildCommand => bin('server-filesystem/dist/index.js', [folder]),
  memory: (file: string): ChildCommand => ({
    ...bin('server-memory/dist/index.js'),
    env: { MEMORY_FILE_PATH: file },
  }),
};

export const conformanceSuite = (args: readonly string[]): ChildCommand =>
  bin('conformance/dist/index.js', args);

const inspectorCli = (args: readonly string[]): ChildCommand =>
  bin('inspector/clients/launcher/build/index.js', ['--cli', ...args]);

/** A script of this folder, on the Node that the project runs on. */
export const fixture = (name: string, args: readonly string[] = []): ChildCommand => ({
  command: process.execPath,
  args: [`${peersFolder}fixtures/${name}`, ...args],
});

function bin(path: string, args: readonly string[] = []): ChildCommand {
  return { command: peerNode(), args: [`${scope}${path}`, ...args] };
}

/** A server with something to work on, and a call that it does well. */
export interface WorkingServer {
  readonly name: 'everything' | 'filesystem' | 'memory' | 'fastmcp';
  readonly command: ChildCommand;
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
export function behindStdio(command: ChildCommand): ChildCommand {
  return front('front-stdio.js', command);
}

export function behindHttp(command: ChildCommand): ChildCommand {
  return front('front-http.js', command);
}

function front(name: string, { command, args, env }: ChildCommand): ChildCommand {
  return { ...fixture(name, [command, ...args]), ...(env && { env }) };
}

/** The command, which first says which process it is: for who wants to kill it, and cannot see it behind an edge. */
export function writingPid({ command, args, env }: ChildCommand, file: string): ChildCommand {
  const script = 'echo $$ > "$0"; exec "$@"';
  return { command: 'sh', args: ['-c', script, file, command, ...args], ...(env && { env }) };
}

/** What the Inspector's command line printed, and how it ended. */
export interface Inspected {
  readonly code: number | null;
  /** Everything on stdout and stderr. */
  readonly printed: string;
}

/** Runs the Inspector once against a process or an address. */
export async function inspect(
  target: ChildCommand | URL,
  args: readonly string[],
): Promise<Inspected> {
  // It keeps a catalog and tokens in the home folder; that of whoever runs the tests is none of its business.
  const home = await mkdtemp(join(tmpdir(), 'errata-inspector-'));
  const where = target instanceof URL ? [target.href] : [target.command, ...target.args];
  try {
    const run = await runChild({
      ...inspectorCli([...where, ...args, '--format', 'json']),
      env: { HOME: home },
    });
    return { code: run.code, printed: `${run.output}\n${run.errors}` };
  } finally {
    await rm(home, { recursive: true });
  }
}
