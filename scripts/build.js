// `tsc -b` and the bundles. tsc goes by the times of files: it misses a source that was restored with its old time, and an output
// that was deleted or edited. What it would miss is found by content here, so that no program is older than its source.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const STAMP = 'build.tsbuildinfo';

/** @type {{ references: { path: string }[] }} */
const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));

/** @type {Record<string, string>} */
const known = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {};
const inputs = digestsOf('src', 'lab');
const now = new Date();
for (const file of changed(inputs, (file) => !isOutput(file))) {
  if (existsSync(file)) utimesSync(file, now, now);
  else removeOutputs(file);
}
const stale = changed(digestsOf('dist'), isOutput);
for (const { path } of references) {
  const own = stale.filter((file) => file.startsWith(`${path}/`));
  const bundled = own.filter((file) => file.includes('/dist/bundle/'));
  if (own.length > bundled.length) rmSync(join(path, 'tsconfig.tsbuildinfo'), { force: true });
  if (bundled.length > 0) rmSync(join(path, 'bundle.tsbuildinfo'), { force: true });
}

run('node_modules/typescript/bin/tsc', '-b');
run('scripts/bundle.js');

/**
 * Files that are not as the last build had or left them.
 * @param {Record<string, string>} digests
 * @param {(file: string) => boolean} isWanted
 */
function changed(digests, isWanted) {
  const before = Object.keys(known).filter(isWanted);
  return [...new Set([...before, ...Object.keys(digests)])].filter(
    (file) => known[file] !== digests[file],
  );
}

/**
 * What tsc made of a source that is gone.
 * @param {string} file
 */
function removeOutputs(file) {
  // A package with a lab has its output in dist/src and dist/lab.
  const places = [file.replace('/src/', '/dist/'), file.replace(/\/(src|lab)\//, '/dist/$1/')];
  for (const stem of places.filter(isOutput).map((place) => place.replace(/\.ts$/, ''))) {
    for (const end of ['.js', '.js.map', '.d.ts', '.d.ts.map']) rmSync(stem + end, { force: true });
  }
}

/** @param {string[]} command */
function run(...command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  // Also after a failure: tsc itself remembers what it could not build. What changed meanwhile is seen next time.
  writeFileSync(`${STAMP}.${process.pid}`, JSON.stringify({ ...inputs, ...digestsOf('dist') }));
  renameSync(`${STAMP}.${process.pid}`, STAMP); // another run may read it
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} file */
function isOutput(file) {
  return file.includes('/dist/');
}

/**
 * Of what tsc reads or writes in every package, by path.
 * @param {('src' | 'lab' | 'dist')[]} folders
 */
function digestsOf(...folders) {
  const files = references.flatMap(({ path }) =>
    folders.flatMap((folder) => filesIn(join(path, folder))),
  );
  return Object.fromEntries(
    files.map((file) => [file, createHash('sha1').update(readFileSync(file)).digest('base64')]),
  );
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(?:ts|js)$/.test(file));
}
