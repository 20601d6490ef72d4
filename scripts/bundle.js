// One file per entry point, instead of a hundred small ones: a server of somebody else starts with them.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const FOLDERS = [
  ...['core', 'catalogs', 'edges', 'mcp', 'store', 'kit', 'system'].map(
    (name) => `packages/${name}`,
  ),
  ...['routeros', 'engram'].map((name) => `systems/${name}`),
];

/**
 * Dependencies that are hundreds of small files, of which few are needed: they become part of the bundle, with their licence.
 * @type {Record<string, readonly string[]>}
 */
const WITHIN = { store: ['kysely'] };

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

for (const folder of FOLDERS) {
  const name = basename(folder);
  const within = WITHIN[name] ?? [];
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
    external: (id) =>
      !id.startsWith('.') && !id.startsWith('/') && !existsSync(id) && !within.includes(id),
  });
  rmSync(join(folder, 'dist/bundle'), { recursive: true, force: true });
  await bundle.write({
    dir: join(folder, 'dist/bundle'),
    format: 'esm',
    sourcemap: true,
    ...(TOGETHER[name] && { codeSplitting: { groups: [TOGETHER[name]] } }),
  });
  await bundle.close();
  for (const one of within) {
    copyFileSync(join('node_modules', one, 'LICENSE'), join(folder, `dist/bundle/LICENSE.${one}`));
  }
}

/** @param {{ exports?: Record<string, { default: string }> }} manifest */
function entriesOf({ exports = { '.': { default: '' } } }) {
  return Object.keys(exports).map((key) => (key === '.' ? 'index' : key.slice(2)));
}
