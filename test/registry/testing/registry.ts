import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What the lock of this folder brings. */
export const TOOLS = fileURLToPath(new URL('../node_modules', import.meta.url));

export const NODE_24 = join(TOOLS, `node-linux-${process.arch}/bin/node`);

const run = promisify(execFile);

/** A registry of this run: our packages as they are now, and everything else from the registry that npm is configured with. */
export interface Registry {
  readonly folder: string;
  /** The environment for a package manager: no configuration of this machine, and no registry but this one. */
  readonly env: Readonly<Record<string, string>>;
  readonly published: readonly string[];
  /** The folder of package managers that are not installed on this machine. */
  readonly bin: string;
  close(): Promise<void>;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: object;
}

/** The folders of the packages that are published. */
export const PACKAGES = ['packages', 'systems'].flatMap((parent) =>
  readdirSync(join(ROOT, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .filter((folder) => manifestOf(folder).private !== true),
);

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-registry-'));
  const { stdout: uplink } = await run('npm', ['config', 'get', 'registry'], { cwd: ROOT });
  const program = fileURLToPath(new URL('serve-registry.js', import.meta.url));
  const child = spawn(NODE_24, [program, folder, uplink.trim()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const close = async (): Promise<void> => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [url] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the registry ended with ${code}`);
      }),
    ])) as [string];
    const env = environment(folder, url);
    const workspaces = PACKAGES.flatMap((each) => ['--workspace', each]);
    await run('npm', ['publish', '--ignore-scripts', ...workspaces], { cwd: ROOT, env });
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(TOOLS, 'pnpm/bin/pnpm.cjs'), join(bin, 'pnpm'));
    const published = PACKAGES.map((each) => manifestOf(each).name);
    return { folder, env, bin, published, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function environment(folder: string, url: string): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm|bun|pnpm)_/i.test(name));
  const { host } = new URL(url);
  // npm publishes nothing without a token, whatever it is.
  writeFileSync(
    join(folder, '.npmrc'),
    `registry=${url}\n//${host}/:_authToken=none\naudit=false\nfund=false\nupdate-notifier=false\n`,
  );
  writeFileSync(join(folder, 'global.npmrc'), '');
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    npm_config_globalconfig: join(folder, 'global.npmrc'),
    npm_config_registry: url,
    NO_COLOR: '1',
  };
}
