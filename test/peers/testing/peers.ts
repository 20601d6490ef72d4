import { existsSync } from 'node:fs';
import type { Command } from './child.js';
import { peersFolder } from './installed.js';

const modules = `${peersFolder}node_modules/`;
const scope = `${modules}@modelcontextprotocol/`;

/** The Node that peers run on: some need 22 and more, and the one from npm is the same everywhere. */
export function peerNode(): string {
  const packaged = `${modules}node-linux-${process.arch}/bin/node`;
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  throw new Error(`The peers need Node 22 or newer, and npm has none for ${process.arch} here`);
}

/** The official reference servers, each as the command that starts it over stdio. */
export const referenceServers = {
  everything: (): Command => bin('server-everything/dist/index.js', ['stdio']),
  filesystem: (folder: string): Command => bin('server-filesystem/dist/index.js', [folder]),
  memory: (file: string): Command => ({
    ...bin('server-memory/dist/index.js'),
    env: { MEMORY_FILE_PATH: file },
  }),
};

export const conformanceSuite = (args: readonly string[]): Command =>
  bin('conformance/dist/index.js', args);

export const inspectorCli = (args: readonly string[]): Command =>
  bin('inspector/clients/launcher/build/index.js', ['--cli', ...args]);

/** A script of this folder, on the Node that the project runs on. */
export const fixture = (name: string, args: readonly string[] = []): Command => ({
  command: process.execPath,
  args: [`${peersFolder}fixtures/${name}`, ...args],
});

function bin(path: string, args: readonly string[] = []): Command {
  return { command: peerNode(), args: [`${scope}${path}`, ...args] };
}
