// One file per entry point, instead of a hundred small ones: a server of somebody else starts with them.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const PACKAGES = ['core', 'catalogs', 'edges', 'mcp', 'kit'];

/**
 * What several entry points share and load as one file, which is faster than as many.
 * @type {Record<string, { name: string, test: RegExp }>}
 */
const TOGETHER = {
  // Nobody uses one layer of core without those below it.
  core: { name: 'core', test: /dist/ },
  // Whoever serves lines needs both.
  edges: { name: 'lines', test: /edges\/dist\/(lines|process)\// },
};

for (const name of PACKAGES) {
  const folder = join('packages', name);
  /** @type {{ exports?: Record<string, { default: string }>, bin?: object }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = entriesOf(manifest);
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [
        entry,
        join(folder, 'dist', entry === 'index' ? '' : entry, 'index.js'),
      ]),
    ),
    platform: 'node',
    // What a package depends on stays a package: two copies of core in one process would be two.
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !existsSync(id),
  });
  rmSync(join(folder, 'dist/bundle'), { recursive: true, force: true });
  await bundle.write({
    dir: join(folder, 'dist/bundle'),
    format: 'esm',
    sourcemap: true,
    ...(TOGETHER[name] && { codeSplitting: { groups: [TOGETHER[name]] } }),
  });
  await bundle.close();
}

/** @param {{ exports?: Record<string, { default: string }> }} manifest */
function entriesOf({ exports = { '.': { default: '' } } }) {
  return Object.keys(exports).map((key) => (key === '.' ? 'index' : key.slice(2)));
}
