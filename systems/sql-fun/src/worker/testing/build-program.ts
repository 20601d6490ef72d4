import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Build a program from its source before the tests of a file, so that no stale build can make one pass. Gives its path. */
export function builtProgram(source: URL): () => string {
  let folder: string;
  beforeAll(async () => {
    const cache = join(ROOT, 'node_modules', '.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'errata-program-'));
    chmodSync(folder, 0o755); // also for a process of another user
    const bundle = await rolldown({
      input: fileURLToPath(source),
      platform: 'node',
      tsconfig: join(ROOT, 'tsconfig.check.json'),
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      external: (id) => /^[^./]/.test(id) && !id.startsWith('@errata/'),
    });
    // Two folders below its manifest, as in the package.
    copyFileSync(join(ROOT, 'systems/sql-fun/package.json'), join(folder, 'package.json'));
    await bundle.write({
      file: join(folder, 'dist/program/program.mjs'),
      format: 'esm',
      codeSplitting: false,
    });
    await bundle.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'dist/program/program.mjs');
}
