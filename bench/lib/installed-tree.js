import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The number of packages that a package installs, itself included, and the bytes of their files. Nested packages are counted
 * once.
 * @param {string} name
 * @param {string} from A folder that it can be found from.
 */
export function installedTree(name, from) {
  /** @type {Set<string>} */
  const folders = new Set();
  collect(name, from, folders);
  let bytes = 0;
  for (const folder of folders) bytes += bytesIn(folder);
  return { packages: folders.size, bytes };
}

/** @param {string} name @param {string} from @param {Set<string>} folders */
function collect(name, from, folders) {
  const folder = find(name, from);
  if (folder === undefined || folders.has(folder)) return;
  folders.add(folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  // npm installs peers too, unless they are marked as optional.
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (peer) => peerDependenciesMeta?.[peer]?.optional !== true,
  );
  for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    collect(needed, folder, folders);
  }
}

/**
 * Like Node's resolution: the nearest `node_modules` that has it.
 * @param {string} name
 * @param {string} from
 */
function find(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (at === dirname(at)) return undefined;
  }
}

/** @param {string} folder */
function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesIn(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}
