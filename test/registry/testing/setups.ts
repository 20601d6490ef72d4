import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { NODE_24, TOOLS, type Registry } from './registry.js';

const NODE_22 = join(TOOLS, `node-22-linux-${process.arch}/bin/node`);
const BUN = join(TOOLS, `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`);

/** A package manager and what it runs on. */
export interface Setup {
  readonly name: string;
  /** The program that runs servers. */
  readonly runtime: string;
  /** A command of the README as this package manager has it. */
  readonly translate: (command: string) => string;
}

/** Npm's word, and the same of another package manager. */
const words =
  (...pairs: readonly (readonly [RegExp, string])[]) =>
  (command: string) =>
    pairs.reduce((text, [npm, other]) => text.replace(npm, other), command);

export const SETUPS: readonly Setup[] = [
  { name: `npm on Node ${process.versions.node}`, runtime: process.execPath, translate: words() },
  { name: 'npm on Node 22', runtime: NODE_22, translate: words() },
  { name: 'npm on Node 24', runtime: NODE_24, translate: words() },
  {
    name: `pnpm on Node ${process.versions.node}`,
    runtime: process.execPath,
    translate: words([/^npm i\b/, 'pnpm add'], [/^npm exec --no --/, 'pnpm exec']),
  },
  {
    name: 'Bun',
    runtime: BUN,
    translate: words(
      [/^npm i\b/, 'bun add'],
      [/^npm exec --no --/, 'bun x --bun --no-install'],
      [/ -- node /, ' -- bun '],
    ),
  },
];

/** Npm's packages for Linux are what these come from; elsewhere they are left out, by name. */
export const isThere = ({ runtime }: Setup): boolean => existsSync(runtime);

export interface Ran {
  readonly code: number;
  readonly out: string;
}

/** Runs a command in a folder as a person would type it. */
export function type(
  command: string,
  folder: string,
  { env, bin }: Registry,
  { runtime }: Setup,
): Promise<Ran> {
  const PATH = [dirname(runtime), bin, env['PATH']].join(delimiter);
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      ['-c', command],
      { cwd: folder, env: { ...env, PATH }, maxBuffer: 64 * 1024 * 1024 },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out: out + err }),
    );
  });
}

/** What a server on stdio answers to a call of its tool `order`, after the handshake. */
export async function order(
  program: string,
  folder: string,
  { env }: Registry,
  { runtime }: Setup,
): Promise<string> {
  const child = spawn(runtime, [program], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const say = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'door', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  say({ id: 1, method: 'initialize', params });
  try {
    for await (const line of createInterface(child.stdout)) {
      const { id } = JSON.parse(line) as { id?: number };
      if (id === 2) return line;
      say({ method: 'notifications/initialized' });
      const args = { article: 'umbrella', quantity: 1 };
      say({ id: 2, method: 'tools/call', params: { name: 'order', arguments: args } });
    }
    throw new Error(`${program} ended without an answer: ${errors}`);
  } finally {
    child.kill();
  }
}
