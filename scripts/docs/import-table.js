// The import table of docs/architecture.md: `test/boundaries` checks the sources with it, and the picture of the packages is
// drawn from it.

/**
 * Who may import whom, by name. Systems are packages too.
 * @typedef {Readonly<Record<string, readonly string[]>>} Imports
 * @typedef {{ layers: Imports, packages: Imports, systems: Imports }} ImportTable
 */

const HEAD = '| package or layer ';
const ROW = /^\| `(?:(core|systems)\/)?([\w-]+)` +\| (.+?) *\|$/;

/**
 * @param {string} page docs/architecture.md
 * @returns {ImportTable}
 */
export function readImportTable(page) {
  const lines = page.split('\n');
  const head = lines.findIndex((line) => line.startsWith(HEAD));
  if (head === -1) throw new Error(`docs/architecture.md has no table that starts with "${HEAD}"`);
  // The line under the head is a rule.
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  /** @type {Record<'layers' | 'packages' | 'systems', Record<string, readonly string[]>>} */
  const table = { layers: {}, packages: {}, systems: {} };
  for (const row of end === -1 ? rows : rows.slice(0, end)) {
    const [, folder, name, imports] = ROW.exec(row) ?? [];
    if (name === undefined || imports === undefined) {
      throw new Error(`a row of the import table has to be | \`name\` | names |, not ${row}`);
    }
    const part = folder === 'core' ? 'layers' : folder === 'systems' ? 'systems' : 'packages';
    table[part][name] = imports === 'nothing' ? [] : imports.split(', ');
  }
  return table;
}

/**
 * The packages and systems as a Mermaid picture. An arrow that follows from others is left out.
 * @param {ImportTable} table
 */
export function drawPackages({ packages, systems }) {
  const all = { ...packages, ...systems };
  const arrows = Object.entries(all).flatMap(([name, imports]) =>
    imports
      .filter((target) => !imports.some((other) => reaches(all, other, target)))
      .map((target) => `  ${name} --> ${target}`),
  );
  const nodes = Object.keys(all).map((name) => `  ${name}${name in systems ? `([${name}])` : ''}`);
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
}

/**
 * Whether one package may import the other, at least through a third.
 * @param {Imports} all
 * @param {string} name
 * @param {string} target
 * @returns {boolean}
 */
function reaches(all, name, target) {
  const imports = all[name] ?? [];
  return imports.includes(target) || imports.some((other) => reaches(all, other, target));
}
