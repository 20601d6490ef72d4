// The public names of each package with their declarations, as users get them: docs/api/<package>.txt. With --check, says which reports are out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FOLDER = 'docs/api';
const check = process.argv.includes('--check');

/** @typedef {{ name: string, private?: boolean, description: string, exports?: Record<string, { types: string }> }} Manifest */

const packages = ['packages', 'systems'].flatMap((parent) =>
  readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      /** @type {Manifest} */
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const { exports = { '.': { types: './dist/index.d.ts' } } } = manifest;
      const entries = Object.entries(exports)
        .filter(([path]) => !/^\.\/(internal|lab|docs)\b/.test(path))
        .map(([path, { types }]) => ({ path, file: join(folder, types) }));
      return { ...manifest, entries };
    })
    .filter((manifest) => manifest.private !== true),
);

const program = ts.createProgram(
  packages.flatMap(({ entries }) => entries.map(({ file }) => file)),
  { module: ts.ModuleKind.NodeNext, skipLibCheck: true, noEmit: true, types: ['node'] },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

/** @type {Map<string, string>} */
const reports = new Map();
for (const { name, entries } of packages) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  const parts = entries.map(({ path, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module: build first`);
    const names = checker
      .getExportsOfModule(module)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((symbol) => {
        const text = declarationOf(symbol);
        const earlier = seen.get(text);
        if (earlier === undefined) seen.set(text, join(name, path));
        return earlier === undefined ? text : `${symbol.name}: see ${earlier}`;
      });
    return `# ${join(name, path)}\n\n${names.join('\n')}`;
  });
  reports.set(`${name.replace('@errata/', '')}.txt`, `${parts.join('\n\n')}\n`);
}
const list = packages.map(
  ({ name, description }) => `- [${name}](${name.replace('@errata/', '')}.txt): ${description}`,
);
reports.set(
  'README.md',
  `# Public names\n\nWritten by \`npm run api\` from the declarations that users get. CI compares them; [versioning](../versioning.md) says what a change means.\n\n${list.join('\n')}\n`,
);

/**
 * A name as it was declared, without comments. What it refers to without exporting it is not followed.
 * @param {ts.Symbol} symbol
 */
function declarationOf(symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const texts = (target.declarations ?? []).map((declaration) => {
    // `const x: T` is the declaration of a list of one.
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    return printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile());
  });
  const text = [...new Set(texts)].join('\n').replace(/^export (declare )?/gm, '');
  return target.name === symbol.name ? text : `${text} // as ${symbol.name}`;
}

const stale = [...reports].filter(([file, text]) => {
  const path = join(FOLDER, file);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
});
const extra = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => !reports.has(file)) : [];

if (check) {
  for (const [file] of stale) console.error(`${FOLDER}/${file} is out of date`);
  for (const file of extra) console.error(`${FOLDER}/${file} belongs to no package`);
  if (stale.length + extra.length > 0) {
    console.error(
      'Public names have changed. Run `npm run api`, look at the difference and commit it.',
    );
    process.exit(1);
  }
  console.log(`${reports.size} reports are up to date`);
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of stale) writeFileSync(join(FOLDER, file), text);
  for (const file of extra) rmSync(join(FOLDER, file));
  console.log(`wrote ${stale.length} of ${reports.size} reports`);
}
