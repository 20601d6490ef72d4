import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** Programs on disk, as `<name>.mjs` in one folder. */
export interface Built {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Build programs from the sources, so that no stale build can make a test pass. */
export async function buildPrograms(sources: Readonly<Record<string, string>>): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-program-'));
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
      rollupOptions: { input: { ...sources }, output: { entryFileNames: '[name].mjs' } },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
