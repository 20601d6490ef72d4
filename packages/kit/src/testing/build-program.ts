import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** A program on disk, as `<name>.mjs` in a folder. */
export interface Built {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Build a program from the sources, so that no stale build can make a test pass. */
export async function buildProgram(source: string): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-kit-'));
  const name = basename(source).replace(/\.\w+$/, '');
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^@errata\/(\w+)\/([\w-]+)$/, replacement: `${packages}$1/src/$2/index.ts` },
        { find: /^@errata\/(\w+)$/, replacement: `${packages}$1/src/index.ts` },
      ],
    },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      rollupOptions: { input: { [name]: source }, output: { entryFileNames: '[name].mjs' } },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
