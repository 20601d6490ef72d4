import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A program on disk. */
export interface Built {
  readonly file: string;
  remove(): Promise<void>;
}

/** Build the shop from the sources, so that no stale build can make a test pass. */
export async function buildShop(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-prove-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        {
          find: /^@errata\/(\w+)\/([\w-]+)$/,
          replacement: source('../../../$1/src/$2/index.ts'),
        },
      ],
    },
    ssr: { noExternal: true },
    build: {
      ssr: source('./shop-server.ts'),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'shop.mjs' } },
    },
  });
  return {
    file: join(folder, 'shop.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
