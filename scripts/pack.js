// Packs packages with what they need of ours, for a project outside this repository: `npm run pack -- mcp`. Prints the command that installs them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [...names] = process.argv.slice(2);
const folder = resolve('packed');

/** @param {string} name */
function folderOf(name) {
  const found = [`packages/${name}`, `systems/${name}`].find((each) =>
    existsSync(join(each, 'package.json')),
  );
  if (found !== undefined) return found;
  console.error(`usage: npm run pack -- <package…>; unknown package ${JSON.stringify(name)}`);
  return process.exit(2);
}

/** @type {Set<string>} */
const folders = new Set();
/** @param {string} name */
function add(name) {
  const own = folderOf(name);
  if (folders.has(own)) return;
  folders.add(own);
  /** @type {{ dependencies?: Record<string, string> }} */
  const { dependencies = {} } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const each of Object.keys(dependencies)) {
    if (each.startsWith('@errata/')) add(each.slice('@errata/'.length));
  }
}
(names.length === 0 ? ['mcp'] : names).forEach(add);

mkdirSync(folder, { recursive: true });
const workspaces = [...folders].flatMap((each) => ['--workspace', each]);
const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...workspaces];
/** @type {{ filename: string }[]} */
const packed = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }));
console.log(`npm i ${packed.map(({ filename }) => join(folder, filename)).join(' ')}`);
