// One file per entry point, instead of a hundred small ones: so that servers which import them start fast.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const FOLDERS = [
  ...['core', 'catalogs', 'edges', 'mcp', 'store', 'kit', 'observe', 'upstream'].map(
    (name) => `packages/${name}`,
  ),
  ...['routeros', 'engram', 'erlmcp'].map((name) => `systems/${name}`),
];

/**
 * Dependencies that are hundreds of small files, of which few are needed: they become part of the bundle, with their licence.
 * @type {Record<string, readonly string[]>}
 */
const WITHIN = { store: ['kysely'] };

/**
 * What several entry points share and load as one file, which is faster than as many.
 * @type {Record<string, { name: string, test: RegExp, priority?: number }[]>}
 */
const TOGETHER = {
  // A layer of core needs those below it; the lowest, with `toolError`, is enough for some users.
  core: [
    { name: 'era', test: /dist\/((internal\/)?era\/|fault\/(fault|tool-error)\.js)/, priority: 1 },
    { name: 'core', test: /dist/ },
  ],
  // A server of lines needs both.
  edges: [{ name: 'lines', test: /edges\/dist\/(lines|process)\// }],
};

for (const folder of FOLDERS) {
  const name = basename(folder);
  const within = WITHIN[name] ?? [];
  /** @type {{ exports?: Record<string, { default: string }>, bin?: object }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const stamp = join(folder, 'bundle.tsbuildinfo');
  const inputs = digestOf(folder);
  if (isBundled(folder, stamp, inputs)) continue;
  const entries = entriesOf(manifest);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, compiledEntry(folder, entry)])),
    platform: 'node',
    // What a package depends on stays a package: two copies of core in one process would be two.
    external: (id) =>
      !id.startsWith('.') && !id.startsWith('/') && !existsSync(id) && !within.includes(id),
  });
  // First: a build that is interrupted leaves nothing that looks finished.
  rmSync(stamp, { force: true });
  rmSync(join(folder, 'dist/bundle'), { recursive: true, force: true });
  await bundle.write({
    dir: join(folder, 'dist/bundle'),
    format: 'esm',
    sourcemap: true,
    ...(TOGETHER[name] && { codeSplitting: { groups: TOGETHER[name] } }),
  });
  await bundle.close();
  for (const one of within) {
    copyFileSync(join('node_modules', one, 'LICENSE'), join(folder, `dist/bundle/LICENSE.${one}`));
  }
  writeFileSync(stamp, inputs);
}

/**
 * @param {string} folder
 * @param {string} stamp
 * @param {string} inputs
 */
function isBundled(folder, stamp, inputs) {
  if (!existsSync(join(folder, 'dist/bundle')) || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === inputs;
}

/**
 * What a bundle is made from: the compiled files, this script and the lock file. A bundle of the same digest is left as it is,
 * because programs that run at this moment may load it.
 * @param {string} folder
 */
function digestOf(folder) {
  const hash = createHash('sha256');
  const compiled = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.startsWith('bundle'))
    .sort()
    .map((file) => join(folder, 'dist', file));
  const others = [join(folder, 'package.json'), 'scripts/bundle.js', 'package-lock.json'];
  for (const file of [...compiled, ...others]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * A package with a lab has its product in dist/src, beside dist/lab.
 * @param {string} folder
 * @param {string} entry
 */
function compiledEntry(folder, entry) {
  const product = existsSync(join(folder, 'lab')) ? 'dist/src' : 'dist';
  const built = entry === 'lab' ? 'dist' : product;
  return join(folder, built, entry === 'index' ? '' : entry, 'index.js');
}

/** @param {{ exports?: Record<string, { default: string }> }} manifest */
function entriesOf({ exports = { '.': { default: '' } } }) {
  return Object.keys(exports).map((key) => (key === '.' ? 'index' : key.slice(2)));
}
